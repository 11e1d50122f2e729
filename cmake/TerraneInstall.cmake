# What `cmake --install` puts where: the library with its CMake package and pkg-config file, the headers, the
# program, the documents.

include(CMakePackageConfigHelpers)
set(package_dir "${CMAKE_INSTALL_LIBDIR}/cmake/terrane")

install(TARGETS terrane EXPORT terrane-targets
    ARCHIVE DESTINATION "${CMAKE_INSTALL_LIBDIR}"
    LIBRARY DESTINATION "${CMAKE_INSTALL_LIBDIR}"
    RUNTIME DESTINATION "${CMAKE_INSTALL_BINDIR}")
install(DIRECTORY include/terrane TYPE INCLUDE FILES_MATCHING PATTERN "*.h")
install(EXPORT terrane-targets NAMESPACE terrane:: DESTINATION "${package_dir}")
if(TERRANE_BUILD_CLI)
    install(TARGETS terrane_cli RUNTIME DESTINATION "${CMAKE_INSTALL_BINDIR}")
endif()
install(FILES README.md CHANGELOG.md LICENSE TYPE DOC)
install(DIRECTORY docs/ TYPE DOC FILES_MATCHING PATTERN "*.md" PATTERN "*.png")

# A static library passes on what it needs itself; a shared one has it inside.
set(pc_modules "")
set(pc_libraries "")
set(pc_definitions " -DTERRANE_SHARED=1")
set(package_targets "")
set(package_needs_meshopt FALSE)
if(NOT BUILD_SHARED_LIBS)
    set(pc_definitions "")
    foreach(library IN ITEMS ${CMAKE_THREAD_LIBS_INIT} -lm ${CMAKE_DL_LIBS})
        if(NOT library MATCHES "^-")
            string(PREPEND library "-l")
        endif()
        string(APPEND pc_libraries " ${library}")
    endforeach()
    if(TERRANE_MESHOPT_FOUND)
        string(APPEND pc_libraries " -lmeshoptimizer")
        if(NOT Meshoptimizer_LINKS)
            string(APPEND pc_libraries " -lstdc++")
        endif()
        set(package_needs_meshopt TRUE)
        install(FILES cmake/FindMeshoptimizer.cmake DESTINATION "${package_dir}")
    endif()
    foreach(entry IN ITEMS PNG:TERRANE_PNG:spng YAML:TERRANE_YAML:yaml-0.1 GL:TERRANE_EPOXY:epoxy
        GDAL:TERRANE_GDAL:gdal SQLITE:TERRANE_SQLITE:sqlite3 ZSTD:TERRANE_ZSTD:libzstd ZLIB:TERRANE_ZLIB:zlib)
        string(REGEX MATCH "^(.+):(.+):(.+)$" unused "${entry}")
        if(TERRANE_${CMAKE_MATCH_1}_FOUND)
            string(APPEND pc_modules " ${CMAKE_MATCH_3}")
            string(APPEND package_targets " ${CMAKE_MATCH_2}:${CMAKE_MATCH_3}")
        endif()
    endforeach()
endif()
# The file finds its prefix from its own place, so that the folder can be moved.
file(RELATIVE_PATH pc_to_prefix "${CMAKE_INSTALL_FULL_LIBDIR}/pkgconfig" "${CMAKE_INSTALL_PREFIX}")
string(REGEX REPLACE "/$" "" pc_to_prefix "${pc_to_prefix}")
configure_file(cmake/terrane.pc.in terrane.pc @ONLY)
install(FILES "${PROJECT_BINARY_DIR}/terrane.pc" DESTINATION "${CMAKE_INSTALL_LIBDIR}/pkgconfig")

configure_package_config_file(cmake/terrane-config.cmake.in terrane-config.cmake INSTALL_DESTINATION "${package_dir}")
write_basic_package_version_file(terrane-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES "${PROJECT_BINARY_DIR}/terrane-config.cmake" "${PROJECT_BINARY_DIR}/terrane-config-version.cmake"
    DESTINATION "${package_dir}")
