# cmake -DNAME=<identifier> -DINPUT=<text file> -DOUTPUT=<c file> -P embed_text.cmake
# Writes a C file that defines `const char <identifier>[]` with the text, one literal per line.
file(READ "${INPUT}" text)
string(REPLACE "\\" "\\\\" text "${text}")
string(REPLACE "\"" "\\\"" text "${text}")
string(REGEX REPLACE "\n$" "" text "${text}")
string(REPLACE "\n" "\\n\"\n    \"" text "${text}")
file(WRITE "${OUTPUT}" "extern const char ${NAME}[];\nconst char ${NAME}[] =\n    \"${text}\\n\";\n")
