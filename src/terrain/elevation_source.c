// elevation_source
