# `cmake --install`: libraries, public headers and the package files for find_package(weft).
include(CMakePackageConfigHelpers)

set(weft_cmake_dir ${CMAKE_INSTALL_LIBDIR}/cmake/weft)
foreach(library graph ops engine)
  get_target_property(headers weft_${library} WEFT_HEADERS)
  install(FILES ${headers} DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/weft/${library})
endforeach()
install(FILES weft.h DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/weft)
install(TARGETS weft_graph weft_ops weft_engine weft_weft EXPORT weft_exports)
install(EXPORT weft_exports NAMESPACE weft:: FILE weft_targets.cmake DESTINATION ${weft_cmake_dir})

configure_package_config_file(cmake/weft-config.cmake.in
  ${PROJECT_BINARY_DIR}/weft-config.cmake INSTALL_DESTINATION ${weft_cmake_dir})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/weft-config-version.cmake
  COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/weft-config.cmake ${PROJECT_BINARY_DIR}/weft-config-version.cmake
  DESTINATION ${weft_cmake_dir})
