# cmake -DOUTPUT=... -DPARTS="name=file ..." -P page_parts.cmake: files as constants of C++, byte
# for byte; scripts and styles without indentation and lines of comment.
set(text "#include \"web/html_text.hpp\"\n\nnamespace skald::page_parts {\n")
separate_arguments(PARTS)
foreach(part IN LISTS PARTS)
  string(REGEX MATCH "^([a-z_]+)=(.*)$" match "${part}")
  file(READ ${CMAKE_MATCH_2} bytes)
  set(name ${CMAKE_MATCH_1})
  if(NOT name STREQUAL "page_html")
    string(REGEX REPLACE "\n *//[^\n]*" "" bytes "${bytes}")
    string(REGEX REPLACE "\n[ \n]*" "\n" bytes "${bytes}")
  endif()
  string(HEX "${bytes}" bytes)
  string(REGEX REPLACE "(..)" "'\\\\x\\1'," bytes "${bytes}")
  string(APPEND text "\nstatic const char ${name}_bytes[] = {${bytes}};\n"
                     "const std::string_view ${name}{${name}_bytes, sizeof ${name}_bytes};\n")
endforeach()
string(APPEND text "\n}  // namespace skald::page_parts\n")
file(WRITE ${OUTPUT} "${text}")
