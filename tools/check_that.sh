# Runs functions as checks. The scripts of checks source it after they created the folder $scratch. A check stores the
# output of a program in $scratch/said and $scratch/messages.
# shellcheck shell=bash

passed_checks=0
failed_checks=0

# Runs a function, which passes if every command in it succeeds. Prints "PASSED name", or the function's output and
# "FAILED name".
check_that() {
  local output status=0
  rm -f "${scratch:?}/said" "$scratch/messages"
  # Do not call it in a condition: Bash would then ignore failing commands.
  set +e
  output=$(set -e; "$1" 2>&1)
  status=$?
  set -e
  if [[ $status -eq 0 ]]; then
    echo "PASSED $1"
    passed_checks=$((passed_checks + 1))
  else
    { echo "$output"; cat "$scratch/said" "$scratch/messages" 2>/dev/null || true; } | sed -e '/^$/d' -e 's/^/  /' | tail -n 30
    echo "FAILED $1"
    failed_checks=$((failed_checks + 1))
  fi
}

# Prints the last line. Its status is the exit status of the script: 1 if a check failed.
end_of_checks() {
  echo "$passed_checks passed, $failed_checks failed"
  [[ $failed_checks -eq 0 ]]
}
