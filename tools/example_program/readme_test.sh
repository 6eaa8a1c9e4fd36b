#!/bin/bash
# README.md shows this program as it is: each block of code below the path of a file is that file, or, for the
# BUILD file, which goes on with the tests, its beginning. And the program does what it says.
set -euo pipefail

# The block of code below the line that holds nothing but the path.
shown() {
  awk -v path="\`$1\`" '
    $0 == path { wanted = 1; next }
    wanted && /^```/ { if (inside) exit; inside = 1; next }
    inside { print }
  ' README.md
}

folder=tools/example_program
diff <(shown "$folder/main.cc") "$folder/main.cc"
[[ $(shown "$folder/BUILD") == cc_binary* ]]
[[ $(<"$folder/BUILD") == "$(shown "$folder/BUILD")"* ]]

said=$("$folder/example_program")
echo "$said"
[[ $said == 'gap reached: '*$'\npronoun\nverb\narticle\nnoun' ]]
