// mesh
