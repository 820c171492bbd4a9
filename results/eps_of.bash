# For the scripts of studies: accounts without a run.
eps_document=$(mktemp)
trap 'rm -f "$eps_document"' EXIT

# eps_of ADVERSARY RELATION EVENT: epsilon of one record at delta 1e-5, by `skald account events`.
# To be assigned to a variable, so that a failure ends a script with `set -e`.
eps_of() {
  printf '{"unit": "record", "adversary": "%s", "relation": "%s", "delta": 1e-5, "events": [%s]}' \
    "$1" "$2" "$3" >"$eps_document"
  skald account events "$eps_document" --json | sed -E 's/^[{]"eps": ([^,]*),.*/\1/'
}
