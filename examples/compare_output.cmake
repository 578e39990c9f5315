# cmake -DPROGRAM=... -DEXPECTED=... -P compare_output.cmake runs a program and compares all that it
# prints with a file.
execute_process(COMMAND ${PROGRAM} OUTPUT_VARIABLE printed ERROR_VARIABLE errors
  RESULT_VARIABLE result)
file(READ ${EXPECTED} expected)
if(NOT result EQUAL 0 OR NOT errors STREQUAL "" OR NOT printed STREQUAL expected)
  # NOTICE keeps the lines as they are.
  message(NOTICE "${PROGRAM} ended with ${result} and printed\n${printed}${errors}"
    "but should print\n${expected}")
  message(FATAL_ERROR "wrong output")
endif()
