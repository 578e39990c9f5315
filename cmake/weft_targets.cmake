# How every target of weft is built: C++20, hidden symbols, the same floating point everywhere, and
# in our own presets warnings and sanitizers. None of it reaches a consumer's flags.

add_library(weft_warnings INTERFACE)
target_compile_options(weft_warnings INTERFACE
  -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wnon-virtual-dtor -Woverloaded-virtual)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
  # It misfires on `"text" + string` at -O2: GCC bug 105329.
  target_compile_options(weft_warnings INTERFACE -Wno-restrict)
endif()
if(WEFT_WERROR)
  target_compile_options(weft_warnings INTERFACE -Werror)
endif()

add_library(weft_sanitizers INTERFACE)
if(WEFT_SANITIZE STREQUAL "address")
  # vptr misfires inside TBB's flow-graph header with g++.
  set(sanitizer_flags -fsanitize=address,undefined -fno-sanitize=vptr -fno-sanitize-recover=all
      -fno-omit-frame-pointer)
elseif(WEFT_SANITIZE STREQUAL "thread")
  set(sanitizer_flags -fsanitize=thread -fno-omit-frame-pointer)
elseif(NOT WEFT_SANITIZE STREQUAL "")
  message(FATAL_ERROR "WEFT_SANITIZE is address, thread or empty, not '${WEFT_SANITIZE}'")
endif()
target_compile_options(weft_sanitizers INTERFACE ${sanitizer_flags})
target_link_options(weft_sanitizers INTERFACE ${sanitizer_flags})

# What weft's libraries, tests and benches have in common.
function(weft_configure target)
  target_compile_features(${target} PUBLIC cxx_std_20)
  # Without this a compiler may fuse a multiply and an add, and a result would depend on the flags.
  target_compile_options(${target} PRIVATE -ffp-contract=off)
  set_target_properties(${target} PROPERTIES
    CXX_EXTENSIONS OFF CXX_VISIBILITY_PRESET hidden VISIBILITY_INLINES_HIDDEN ON
    POSITION_INDEPENDENT_CODE ON)
  target_link_libraries(${target} PRIVATE
    $<BUILD_INTERFACE:weft_warnings> $<BUILD_INTERFACE:weft_sanitizers>)
endfunction()

# weft_add_library(NAME SOURCES ... HEADERS ... [PUBLIC_LIBRARIES ...] [PRIVATE_LIBRARIES ...])
# makes weft::NAME; the headers are those that are installed.
function(weft_add_library name)
  cmake_parse_arguments(arg "" "" "SOURCES;HEADERS;PUBLIC_LIBRARIES;PRIVATE_LIBRARIES" ${ARGN})
  set(target weft_${name})
  add_library(${target} ${arg_SOURCES})
  add_library(weft::${name} ALIAS ${target})
  weft_configure(${target})
  target_include_directories(${target} PUBLIC
    $<BUILD_INTERFACE:${PROJECT_BINARY_DIR}/include>
    $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
  target_link_libraries(${target} PUBLIC ${arg_PUBLIC_LIBRARIES} PRIVATE ${arg_PRIVATE_LIBRARIES})
  # Unloading a library under a sleeping worker of TBB would crash, so it stays until the end.
  target_link_options(${target} PRIVATE LINKER:-z,nodelete)
  # Objects are the same for static and shared libraries: WEFT_API needs no macro to tell.
  set_target_properties(${target} PROPERTIES DEFINE_SYMBOL ""
    EXPORT_NAME ${name} VERSION ${PROJECT_VERSION}
    SOVERSION ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR})
  set_property(TARGET ${target} PROPERTY WEFT_HEADERS ${arg_HEADERS})
endfunction()
