# Kernel files: C sources that are compiled once per instruction set, and GLSL text from the same headers.

# The instruction sets of this target, as <name>:<lanes>.
set(terrane_kernel_isas scalar:1 baseline:4)
if(CMAKE_SYSTEM_PROCESSOR MATCHES "^(x86_64|amd64|AMD64)$" AND CMAKE_SIZEOF_VOID_P EQUAL 8)
    list(APPEND terrane_kernel_isas avx2:8)
endif()

# A scalar kernel that the optimiser vectorises is no scalar reference for the bench.
if(CMAKE_C_COMPILER_ID MATCHES "Clang")
    set(terrane_scalar_flags -fno-vectorize -fno-slp-vectorize)
else()
    set(terrane_scalar_flags -fno-tree-vectorize -fno-tree-slp-vectorize)
endif()

# terrane_kernel_object(<target> <file> <isa> <lanes>): one kernel file for one instruction set.
function(terrane_kernel_object target file isa lanes)
    add_library(${target} OBJECT EXCLUDE_FROM_ALL "${file}")
    terrane_setup_target(${target})
    separate_arguments(optimisation UNIX_COMMAND "${TERRANE_KERNEL_OPT}")
    target_compile_options(${target} PRIVATE ${optimisation})
    target_compile_definitions(${target} PRIVATE TERRANE_BUILDING=1 TR_KERNEL_ISA=${isa} TR_LANES=${lanes})
    if(isa STREQUAL "scalar")
        target_compile_options(${target} PRIVATE ${terrane_scalar_flags})
    elseif(isa STREQUAL "avx2")
        # Not -mfma: contraction is off, and a compiler must not even be tempted.
        target_compile_options(${target} PRIVATE -mavx2 -mbmi -mbmi2 -mpopcnt)
    endif()
endfunction()

# terrane_kernel_sources(<file.c>...): compiles each file for every instruction set of this target, with
# TR_KERNEL_ISA=scalar|baseline|avx2 and TR_LANES=1|4|8, and adds the objects to the library.
function(terrane_kernel_sources)
    foreach(file IN LISTS ARGN)
        get_filename_component(path "${file}" ABSOLUTE)
        file(RELATIVE_PATH name "${PROJECT_SOURCE_DIR}/src" "${path}")
        string(MAKE_C_IDENTIFIER "${name}" name)
        foreach(entry IN LISTS terrane_kernel_isas)
            string(REGEX MATCH "^(.+):(.+)$" unused "${entry}")
            set(isa ${CMAKE_MATCH_1})
            set(lanes ${CMAKE_MATCH_2})
            set(target kernel_${name}_${isa})
            terrane_kernel_object(${target} "${path}" ${isa} ${lanes})
            target_sources(terrane PRIVATE $<TARGET_OBJECTS:${target}>)
            set_property(GLOBAL APPEND PROPERTY TERRANE_KERNEL_OBJECTS $<TARGET_OBJECTS:${target}>)

            # The broken twin proves that `terrane verify` sees a kernel that gives other bits (tests/broken).
            # The scalar kernels stay right, so that there is something to differ from.
            set(twin ${target})
            if(NOT isa STREQUAL "scalar")
                set(twin broken_${target})
                terrane_kernel_object(${twin} "${path}" ${isa} ${lanes})
                target_compile_definitions(${twin} PRIVATE TR_BREAK_KERNEL=1)
            endif()
            set_property(GLOBAL APPEND PROPERTY TERRANE_BROKEN_KERNELS $<TARGET_OBJECTS:${twin}>)
        endforeach()
    endforeach()
    if("avx2:8" IN_LIST terrane_kernel_isas)
        target_compile_definitions(terrane PRIVATE TR_HAVE_AVX2=1)
    endif()
endfunction()

# terrane_glsl(<name> <file>): preprocesses a C/GLSL file with TR_GLSL=1 and embeds the text in the library as
# `const char tr_glsl_<name>[]`. -undef, because a GLSL identifier may be a macro of the C compiler (`unix`).
function(terrane_glsl name file)
    get_filename_component(path "${file}" ABSOLUTE)
    set(text "${CMAKE_CURRENT_BINARY_DIR}/${name}.glsl")
    set(source "${CMAKE_CURRENT_BINARY_DIR}/glsl_${name}.c")
    set(embed "${PROJECT_SOURCE_DIR}/cmake/embed_text.cmake")
    add_custom_command(
        OUTPUT "${source}"
        BYPRODUCTS "${text}"
        COMMAND ${CMAKE_C_COMPILER} -E -P -undef -x c -DTR_GLSL=1
            "-I${PROJECT_SOURCE_DIR}/include" "-I${PROJECT_SOURCE_DIR}/src"
            -MD -MF "${source}.d" -MT "${source}" "${path}" -o "${text}"
        COMMAND ${CMAKE_COMMAND} -DNAME=tr_glsl_${name} "-DINPUT=${text}" "-DOUTPUT=${source}" -P "${embed}"
        MAIN_DEPENDENCY "${path}"
        DEPENDS "${embed}"
        DEPFILE "${source}.d"
        COMMENT "GLSL ${name}"
        VERBATIM)
    # An object library, because the rule above is only known to targets of this folder.
    add_library(glsl_${name} OBJECT "${source}")
    terrane_setup_target(glsl_${name})
    target_sources(terrane PRIVATE $<TARGET_OBJECTS:glsl_${name}>)
    set_property(GLOBAL APPEND PROPERTY TERRANE_GLSL_OBJECTS $<TARGET_OBJECTS:glsl_${name}>)
endfunction()
