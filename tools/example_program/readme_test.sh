#!/bin/bash
# Checks that README.md shows this program exactly: each block of code below the path of a file must equal that file. For
# the BUILD file, which continues with the tests, it must equal its beginning. Also runs the program and checks its output.
set -euo pipefail

# The block of code below the line that contains only the path.
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
