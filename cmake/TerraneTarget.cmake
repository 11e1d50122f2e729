# What every target of the project is compiled with.

include(CheckCCompilerFlag)

# Results must not depend on the optimiser: a flag that lets it change the arithmetic is refused here, before
# anything is compiled. (The headers refuse __FAST_MATH__ too.)
set(all_flags "${CMAKE_C_FLAGS} ${CMAKE_CXX_FLAGS} ${TERRANE_KERNEL_OPT} $ENV{CFLAGS}")
foreach(type IN ITEMS DEBUG RELEASE RELWITHDEBINFO MINSIZEREL)
    string(APPEND all_flags " ${CMAKE_C_FLAGS_${type}}")
endforeach()
if(all_flags MATCHES
    "-(Ofast|ffast-math|funsafe-math-optimizations|fassociative-math|freciprocal-math|ffp-contract=(fast|on))")
    message(FATAL_ERROR "Terrane gives the same bits everywhere and cannot be built with ${CMAKE_MATCH_0}: "
        "remove it from the compiler flags.")
endif()
unset(all_flags)

check_c_compiler_flag(-ffp-contract=off TERRANE_HAS_FP_CONTRACT)
if(NOT TERRANE_HAS_FP_CONTRACT)
    message(FATAL_ERROR "The compiler does not know -ffp-contract=off. GCC and Clang do.")
endif()

# terrane_setup_target(<target>): language, warnings, floating point and sanitizers; includes of the sources.
function(terrane_setup_target target)
    set_target_properties(${target} PROPERTIES
        C_STANDARD 17 C_STANDARD_REQUIRED ON C_EXTENSIONS OFF
        C_VISIBILITY_PRESET hidden
        POSITION_INDEPENDENT_CODE ON)
    target_include_directories(${target} PRIVATE
        "${PROJECT_SOURCE_DIR}/include" "${PROJECT_SOURCE_DIR}/src")
    # POSIX and the Linux additions to it (sysconf, fsync, ...), which strict C17 hides.
    target_compile_definitions(${target} PRIVATE _GNU_SOURCE)
    target_compile_options(${target} PRIVATE -Wall -Wextra -Wshadow)
    target_compile_options(${target} PRIVATE "$<$<COMPILE_LANGUAGE:C>:-Wconversion>")
    if(TERRANE_WERROR)
        target_compile_options(${target} PRIVATE -Werror)
    endif()
    # Public inside the project, so that tests and tools that include kernels are compiled alike; an
    # installed library does not put flags on its users.
    target_compile_options(${target} PUBLIC "$<BUILD_INTERFACE:-ffp-contract=off>")
    if(TERRANE_SANITIZE)
        target_compile_options(${target} PRIVATE
            -fsanitize=${TERRANE_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer -g)
        target_link_options(${target} PUBLIC -fsanitize=${TERRANE_SANITIZE})
    endif()
endfunction()

# terrane_untrapped_sources(<file>...): sources of the library whose loops choose between floating-point values.
# Traps and errno, which nobody looks at, would keep GCC from doing several at a time; no result changes.
function(terrane_untrapped_sources)
    set_property(SOURCE ${ARGN} TARGET_DIRECTORY terrane
        APPEND PROPERTY COMPILE_OPTIONS -fno-trapping-math -fno-math-errno)
endfunction()
