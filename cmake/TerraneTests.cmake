# terrane_add_test(<name> <test_group.c> [<source>...] [LABELS <label>...] [TIMEOUT <seconds>] [LIBRARIES <target>...]
#     [COST <seconds>] [ENVIRONMENT <name=value>...] [RUN_SERIAL] [ALONE])
# A group of cmocka tests (TEST_GROUP of the first source), which sees include/, src/, tests/support and tests/reference.
# The groups of a room are one program, test_<room>, so that the library is linked once per room; CTest runs each group by
# itself. ALONE gives a program of its own to a group that replaces functions of the library or the system. Label `threads`
# puts a group into the run under the thread sanitizer. Tests of a high COST are started first, so that none of them runs on
# alone at the end.
function(terrane_add_test name)
    cmake_parse_arguments(PARSE_ARGV 1 arg "ALONE;RUN_SERIAL" "TIMEOUT;COST" "LABELS;LIBRARIES;ENVIRONMENT")
    if(TERRANE_THREAD_TESTS AND NOT "threads" IN_LIST arg_LABELS)
        return()
    endif()
    if(NOT arg_TIMEOUT)
        set(arg_TIMEOUT 120)
    endif()
    if(NOT arg_COST)
        set(arg_COST 0)
    endif()
    get_filename_component(room "${CMAKE_CURRENT_SOURCE_DIR}" NAME)
    set(program test_${room})
    if(arg_ALONE)
        set(program ${name})
    endif()
    if(NOT TARGET ${program})
        add_executable(${program} "${PROJECT_SOURCE_DIR}/tests/test_main.c")
        terrane_setup_test_program(${program})
    endif()
    # A fixture or reference of several groups is compiled once.
    get_target_property(present ${program} SOURCES)
    foreach(source IN LISTS arg_UNPARSED_ARGUMENTS)
        if(NOT source IN_LIST present)
            target_sources(${program} PRIVATE "${source}")
        endif()
    endforeach()
    target_link_libraries(${program} PRIVATE ${arg_LIBRARIES})
    list(GET arg_UNPARSED_ARGUMENTS 0 source)
    string(REGEX REPLACE "^test_(.+)\\.c$" "\\1" group "${source}")
    add_test(NAME ${name} COMMAND ${program} ${group} WORKING_DIRECTORY "${PROJECT_SOURCE_DIR}")
    set_tests_properties(${name} PROPERTIES TIMEOUT ${arg_TIMEOUT} LABELS "${arg_LABELS}" SKIP_RETURN_CODE 77
        COST ${arg_COST} RUN_SERIAL ${arg_RUN_SERIAL} ENVIRONMENT "${arg_ENVIRONMENT}")
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
