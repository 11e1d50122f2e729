# Finds meshoptimizer, which has no pkg-config file: Meshoptimizer_FOUND and the target Meshoptimizer::Meshoptimizer.
# Installed beside the CMake package of a static Terrane, for its users.
#
# The library is C++ with a C interface. A shared one brings its run-time library along, a static one needs it named: the
# library counts as found when a C program can be linked with it.
include(CheckLibraryExists)
include(FindPackageHandleStandardArgs)

find_path(Meshoptimizer_INCLUDE_DIR meshoptimizer.h)
find_library(Meshoptimizer_LIBRARY meshoptimizer)
mark_as_advanced(Meshoptimizer_INCLUDE_DIR Meshoptimizer_LIBRARY)

if(Meshoptimizer_INCLUDE_DIR)
    # 180 is 0.18.
    file(STRINGS "${Meshoptimizer_INCLUDE_DIR}/meshoptimizer.h" version_line REGEX "^#define MESHOPTIMIZER_VERSION [0-9]+")
    string(REGEX REPLACE "^#define MESHOPTIMIZER_VERSION ([0-9]+).*" "\\1" version_number "${version_line}")
    math(EXPR version_major "${version_number} / 1000")
    math(EXPR version_minor "${version_number} % 1000 / 10")
    set(Meshoptimizer_VERSION "${version_major}.${version_minor}")
endif()
if(Meshoptimizer_LIBRARY)
    set(CMAKE_REQUIRED_QUIET TRUE)
    check_library_exists("${Meshoptimizer_LIBRARY}" meshopt_simplifyScale "" Meshoptimizer_LINKS)
    if(NOT Meshoptimizer_LINKS)
        check_library_exists("${Meshoptimizer_LIBRARY};stdc++" meshopt_simplifyScale "" Meshoptimizer_LINKS_WITH_STDCXX)
    endif()
    if(Meshoptimizer_LINKS OR Meshoptimizer_LINKS_WITH_STDCXX)
        set(meshoptimizer_usable TRUE)
    endif()
endif()

find_package_handle_standard_args(Meshoptimizer
    REQUIRED_VARS Meshoptimizer_LIBRARY Meshoptimizer_INCLUDE_DIR meshoptimizer_usable
    VERSION_VAR Meshoptimizer_VERSION)
if(Meshoptimizer_FOUND AND NOT TARGET Meshoptimizer::Meshoptimizer)
    add_library(Meshoptimizer::Meshoptimizer UNKNOWN IMPORTED)
    set_target_properties(Meshoptimizer::Meshoptimizer PROPERTIES
        IMPORTED_LOCATION "${Meshoptimizer_LIBRARY}"
        INTERFACE_INCLUDE_DIRECTORIES "${Meshoptimizer_INCLUDE_DIR}")
    if(NOT Meshoptimizer_LINKS)
        set_target_properties(Meshoptimizer::Meshoptimizer PROPERTIES INTERFACE_LINK_LIBRARIES stdc++)
    endif()
endif()
