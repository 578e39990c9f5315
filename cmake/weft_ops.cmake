# The ops. One name each: from it follow ops/NAME.{h,cc}, tests/ops/NAME_test.cc,
# tests/reference/NAME.h and bench/ops/NAME_bench.cc, and configuration fails if one is missing.
set(WEFT_OPS
  add
  cast
  concat
  dynamic_partition
  dynamic_stitch
  element
  equal
  identity
  map_strings
  not_equal
  parallel_dynamic_stitch
  range
  reduce_join
  reshape
  shape_of
  stack
  string_join
  string_length
  substr
)

foreach(op IN LISTS WEFT_OPS)
  foreach(twin ops/${op}.h ops/${op}.cc tests/ops/${op}_test.cc tests/reference/${op}.h
               bench/ops/${op}_bench.cc)
    if(NOT EXISTS ${CMAKE_CURRENT_SOURCE_DIR}/${twin})
      message(FATAL_ERROR "the op ${op} lacks ${twin}")
    endif()
  endforeach()
endforeach()

# weft_op_files(VARIABLE SUFFIX .cc [FOLDER ops]) lists FOLDER/NAME<suffix> for every op.
function(weft_op_files variable)
  cmake_parse_arguments(arg "" "SUFFIX;FOLDER" "" ${ARGN})
  if(NOT arg_FOLDER)
    set(arg_FOLDER ops)
  endif()
  list(TRANSFORM WEFT_OPS REPLACE "(.+)" "${arg_FOLDER}/\\1${arg_SUFFIX}" OUTPUT_VARIABLE files)
  set(${variable} ${files} PARENT_SCOPE)
endfunction()
