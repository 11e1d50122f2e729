# terrane_add_test(<name> <source>... [LABELS <label>...] [TIMEOUT <seconds>] [LIBRARIES <target>...]
#     [COST <seconds>])
# A cmocka program that sees include/, src/, tests/support and tests/reference. Label `threads` puts it into
# the run under the thread sanitizer. Tests of a high COST are started first, so that none of them runs on alone at the end.
function(terrane_add_test name)
    cmake_parse_arguments(PARSE_ARGV 1 arg "" "TIMEOUT;COST" "LABELS;LIBRARIES")
    if(NOT arg_TIMEOUT)
        set(arg_TIMEOUT 120)
    endif()
    if(NOT arg_COST)
        set(arg_COST 0)
    endif()
    add_executable(${name} ${arg_UNPARSED_ARGUMENTS})
    terrane_setup_test_program(${name})
    target_link_libraries(${name} PRIVATE ${arg_LIBRARIES})
    add_test(NAME ${name} COMMAND ${name} WORKING_DIRECTORY "${PROJECT_SOURCE_DIR}")
    set_tests_properties(${name} PROPERTIES TIMEOUT ${arg_TIMEOUT} LABELS "${arg_LABELS}" SKIP_RETURN_CODE 77
        COST ${arg_COST})
endfunction()

# What every program under tests/ is compiled and linked with.
function(terrane_setup_test_program target)
    terrane_setup_target(${target})
    set_target_properties(${target} PROPERTIES RUNTIME_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/tests")
    target_include_directories(${target} PRIVATE
        "${PROJECT_SOURCE_DIR}/tests/support" "${PROJECT_SOURCE_DIR}/tests/reference")
    target_compile_definitions(${target} PRIVATE "TR_TEST_SOURCE_DIR=\"${PROJECT_SOURCE_DIR}\"")
    target_link_libraries(${target} PRIVATE terrane_internal PkgConfig::TERRANE_TESTS m)
    if(TARGET terrane_test_support)
        target_link_libraries(${target} PRIVATE terrane_test_support)
    endif()
    # Tests ask what the build has with the same names as the sources.
    foreach(library IN ITEMS PNG YAML GL GDAL MESHOPT SQLITE ZSTD ZLIB)
        if(TERRANE_${library}_FOUND)
            target_compile_definitions(${target} PRIVATE TR_HAVE_${library}=1)
        endif()
    endforeach()
    if("avx2:8" IN_LIST terrane_kernel_isas)
        target_compile_definitions(${target} PRIVATE TR_HAVE_AVX2=1)
    endif()
endfunction()
