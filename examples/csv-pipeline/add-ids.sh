#!/bin/sh
# Writes a CSV file with new IDs in front of its rows: sh add-ids.sh FILE. Each row must be one line.
set -eu

# The last line may have no end.
rows=$(($(grep -c '' "$1") - 1))
# In a variable, so that the script ends if there are no IDs.
ids=$(echo id && flakekit new twitter --lease ./ids -n "$rows")
printf '%s\n' "$ids" | paste -d , - "$1"
