# cmake -DOUTPUT=... -DPARTS="name=file ..." -P page_parts.cmake: files as constants of C++, byte
# for byte.
set(text "#include \"web/page_parts.hpp\"\n\nnamespace skald::page_parts {\n")
separate_arguments(PARTS)
foreach(part IN LISTS PARTS)
  string(REGEX MATCH "^([a-z_]+)=(.*)$" match "${part}")
  file(READ ${CMAKE_MATCH_2} bytes HEX)
  set(name ${CMAKE_MATCH_1})
  string(REGEX REPLACE "(..)" "'\\\\x\\1'," bytes "${bytes}")
  string(APPEND text "\nstatic const char ${name}_bytes[] = {${bytes}};\n"
                     "const std::string_view ${name}{${name}_bytes, sizeof ${name}_bytes};\n")
endforeach()
string(APPEND text "\n}  // namespace skald::page_parts\n")
file(WRITE ${OUTPUT} "${text}")
