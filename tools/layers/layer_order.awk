# Reads the dependency graph that Bazel prints, and reports every dependency on a top-level folder that is not in a lower
# layer. Exit status 1 if there is one, or if the graph has no edges.
#
# Folders of the same rank must not depend on each other.

BEGIN {
  rank["third_party"] = 0
  rank["common"] = 1
  rank["graphical_models"] = 2
  rank["kernels"] = 2
  rank["structured_learning"] = 3
  rank["registration"] = 4
  rank["experiments"] = 5
  rank["tools"] = 6
  rank["applications"] = 7  # a user's own programs
}

# The top-level folder of one of our labels; empty for a label of another repository.
function room(label, parts) {
  if (substr(label, 1, 3) != "\"//") return ""
  split(substr(label, 4), parts, "[/:\"]")
  return parts[1]
}

$2 == "->" {
  from = room($1)
  to = room($3)
  if (from == "" || to == "") next
  arrows++
  if (from == to) next
  if (!(from in rank) || !(to in rank) || rank[to] >= rank[from]) {
    print "wrong: " $1 " -> " $3
    wrong++
  }
}

END {
  print arrows + 0 " arrows, " wrong + 0 " wrong"
  exit !(arrows > 0 && wrong == 0)
}
