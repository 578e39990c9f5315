# "weft/<folder>/<file>.h" in the tree, as when installed: links in the build folder.
foreach(item graph ops engine weft.h)
  file(MAKE_DIRECTORY ${PROJECT_BINARY_DIR}/include/weft)
  file(CREATE_LINK ${PROJECT_SOURCE_DIR}/${item} ${PROJECT_BINARY_DIR}/include/weft/${item}
       SYMBOLIC)
endforeach()
# The same for what only weft's own tests and benches include.
foreach(folder tests bench)
  file(MAKE_DIRECTORY ${PROJECT_BINARY_DIR}/private_include/weft)
  file(CREATE_LINK ${PROJECT_SOURCE_DIR}/${folder}
       ${PROJECT_BINARY_DIR}/private_include/weft/${folder} SYMBOLIC)
endforeach()
