#!/usr/bin/env bash
# reference.bash SKALD FOLDER: writes the reference pages into FOLDER, from what the tool SKALD says
# of itself and from the schema of its databases. `./dev docs` writes docs/reference this way, and a
# test compares.
#
# Some plugins are there only where the library is that they need. A section of theirs that is in
# FOLDER already stays where the tool does not have the plugin.
set -euo pipefail
skald=$(realpath "$1")
sources=$(realpath "$(dirname "$0")/..")
mkdir -p "$2"
cd "$2"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

begin_page() { printf '# %s\n\n<!-- Made by ./dev docs: do not edit. -->\n\n' "$1"; }



# A function of awk: the text as Markdown that shows it as it stands.
plain='
  function plain(text) {
    gsub(/&/, "\\&amp;", text)
    gsub(/</, "\\&lt;", text)
    gsub(/[*|~]/, "\\\\&", text)
    return text
  }'

# Turns what `skald describe` prints into a section of Markdown.
section() {
  awk "$plain"'
    function trimmed(text) { gsub(/^ +| +$/, "", text); return text }
    function cell(from, to) { return trimmed(substr($0, from, to ? to - from : 10000)) }
    function code(text) { return text == "" ? "" : "`" text "`" }
    # Choices are separated by | where they are many words without spaces.
    function values(text) {
      if (text !~ / / && text ~ /\|/) { gsub(/\|/, "`, `", text); return "`" text "`" }
      return plain(text)
    }
    NR == 1 { print "## " $2 "\n"; next }
    NR == 2 { print plain($0) ".\n"; next }
    /^(numerics|built for|file) +/ && !options { next }
    /^[a-z]+   +/ && !options {
      word = $1
      sub(/^[a-z]+ +/, "")
      print "- " word ": " plain($0)
      listed = 1
      next
    }
    /^no options$/ { print "\nNo options."; next }
    /^options$/ { options = 1; next }
    options == 1 {
      symbol = index($0, "symbol"); type = index($0, "type"); standard = index($0, "default")
      range = index($0, "values"); meaning = index($0, "meaning")
      name_end = symbol ? symbol : type
      print "\n| option | symbol | type | default | values | meaning |\n|---|---|---|---|---|---|"
      options = 2
      next
    }
    options == 2 && /^  / {
      printf "| `%s` | %s | %s | %s | %s | %s |\n", cell(1, name_end),
        symbol ? plain(cell(symbol, type)) : "", cell(type, standard),
        cell(standard, range ? range : meaning), range ? values(cell(range, meaning)) : "",
        plain(cell(meaning, 0))
      next
    }
    NF { print listed && !spaced ? "\n" plain($0) : plain($0); spaced = 1; next }
    { if (spaced) print ""; }
  ' | cat -s
  echo
}

# kept PAGE NAME: prints the section of that plugin as PAGE has it.
kept() { awk -v name="## $2" '/^## / { inside = $0 == name } inside' "$1" 2>/dev/null || true; }

# The library that some plugins of a kind need, and these plugins, by their sources.
library_of() {
  case $1 in model) echo libtorch ;; dataset) echo libhdf5 ;; esac
}
of_library() {
  case $1 in
    model) listed=models/torch/networks.cmake ;;
    dataset) listed=datasets/client_files/datasets.cmake ;;
    *) return 0 ;;
  esac
  sed -n 's/^set(SKALD_[A-Z0-9_]* \(.*\))$/\1/p' "$sources/plugins/$listed"
}

"$skald" plugins --format json >"$work/plugins.json"
plugins_of() {
  sqlite3 :memory: "SELECT value ->> 'name' FROM json_each(readfile('$work/plugins.json'))
                    WHERE value ->> 'kind' = '$1'"
}

# describe KIND NAME: what `skald describe` said, below.
describe() { cat "$work/described/$1.$2"; }
mkdir "$work/described"
# shellcheck disable=SC2046
"$skald" describe $(sqlite3 -separator / :memory: "SELECT value ->> 'kind', value ->> 'name'
                    FROM json_each(readfile('$work/plugins.json'))") |
  awk -v folder="$work/described" '
    (NR == 1 || blank) && /^[a-z]+ [a-z0-9_]+ [0-9.]+$/ { file = folder "/" $1 "." $2 }
    { blank = NF == 0; print >file }'

is_one_of() { grep -qxF "$1" <<<"${2// /$'\n'}"; }

# kind_page KIND PAGE TITLE: the sections of all plugins of a kind, below the introduction on
# standard input.
kind_page() {
  local kind=$1 page=$2 title=$3 name needing had=$work/had
  needing=$(of_library "$kind")
  if [ -f "$page" ]; then cp "$page" "$had"; else : >"$had"; fi
  {
    begin_page "$title"
    cat
    echo
    for name in $(plugins_of "$kind"); do
      is_one_of "$name" "$needing" || describe "$kind" "$name" | section
    done
    for name in $needing; do
      if is_one_of "$name" "$(plugins_of "$kind")"; then
        describe "$kind" "$name" | section | sed "3s/\$/ Needs $(library_of "$kind")./"
      else
        kept "$had" "$name"
      fi
    done
  } >"$work/page"
  cat -s "$work/page" | sed -e '${/^$/d}' >"$page"
}

# command_section WORD...: the help of a command, and of those below it.
command_section() {
  local heading='##' below
  [ $# -eq 1 ] || heading='###'
  printf '%s skald %s\n\n```text\n' "$heading" "$*"
  "$skald" "$@" --help | sed -e '/^skald COMMAND --help and/,$d' | without_plugins "$1" |
    sed -e :a -e '/^\n*$/{$d;N;ba' -e '}'
  printf '```\n\n'
  for below in $("$skald" "$@" --help | subcommands); do command_section "$@" "$below"; done
}

# Leaves out what all commands that load plugins take; the page says it once, for run.
without_plugins() {
  [ "$1" != run ] || exec cat
  awk '
    /^  -/ { left_out = /^  --(plugin-path|allow-writable-plugins|patience) / }
    !/^  -/ && !/^   / { left_out = 0 }
    !left_out'
}

# Prints the names of the commands that a help lists, under one heading or several.
subcommands() {
  awk '/^[A-Z].*:$/ { on = !/^(Options|Positionals)/ } on && /^  [a-z]/ { print $1 }'
}

commands_page() {
  local name
  begin_page "Commands"
  cat <<'TEXT'
What `skald COMMAND --help` prints. Every command ends with one of these codes: 0 ok, 1 some runs
failed, 2 usage or configuration, 3 environment, 4 an expectation was broken, 5 a results database
is damaged, 130 interrupted. Every command that loads plugins takes `--plugin-path`,
`--allow-writable-plugins` and `--patience`, which are shown for `skald run` alone.

TEXT
  for name in $("$skald" --help | subcommands); do command_section "$name"; done
}

# The options of "run", from the JSON Schema of grids.
run_page() {
  local at='$.definitions.run.properties'
  begin_page "Options of run"
  cat <<'TEXT'
The section `"run"` of a grid. `budget.bits` is written `"budget": {"bits": 1e8}`, or
`"run.budget.bits"` as an axis. A number may be a formula ([grids](../grids.md#formulas)).

| option | type | default | values | meaning |
|---|---|---|---|---|
TEXT
  "$skald" schema >"$work/schema.json"
  sqlite3 -list -separator ' | ' :memory: "
    WITH run(name, o) AS (
      SELECT key, value FROM json_each(readfile('$work/schema.json'), '$at')
      WHERE value -> 'properties' IS NULL
      UNION ALL
      SELECT g.key || '.' || p.key, p.value
      FROM json_each(readfile('$work/schema.json'), '$at') AS g,
           json_each(g.value, '\$.properties') AS p
      WHERE g.value -> 'properties' IS NOT NULL
    ), forms(name, o, form) AS (
      SELECT name, o, coalesce(o -> 'anyOf' -> 0 -> 'anyOf' -> 0, o -> 'anyOf' -> 0, o) FROM run
    )
    SELECT '| \`' || name || '\`', form ->> 'type',
      coalesce(trim(o -> 'default', char(34)), 'optional'),
      coalesce(
        (SELECT group_concat('\`' || value || '\`', ', ') FROM json_each(form, '\$.enum')),
        trim(coalesce('>= ' || (form ->> 'minimum'), '')
          || coalesce('> ' || (form ->> 'exclusiveMinimum'), '')
          || coalesce(', < ' || (form ->> 'exclusiveMaximum'), '')), '')
        || iif(o ->> 'anyOf' LIKE '%\"const\":\"auto\"%', ', or auto', ''),
      (o ->> 'description') || ' |' FROM forms" | sed -e 's/</\&lt;/g'
}

# The columns of a view or table, one line.
columns_of() {
  sqlite3 "$work/empty.db" "SELECT '\`' || name || '\`' FROM pragma_table_info('$1')" |
    paste -sd, | sed 's/,/, /g'
}

# Tables and views with the comments of schemas/results.sql.
schema_sections() {
  awk -v kind="$1" "$plain"'
    /^--/ { text = $0; sub(/^-- ?/, "", text); above = above (above == "" ? "" : " ") text; next }
    /^CREATE (TABLE|VIEW) / {
      if ($2 == kind) print $3 "\t" plain(above)
      above = ""
      next
    }
    NF == 0 { above = "" }
  ' "$sources/schemas/results.sql"
}

# table_columns TABLE: its columns as rows of Markdown.
table_columns() {
  awk -v table="$1" "$plain"'
    function flush() {
      if (name != "") printf "| `%s` | %s | %s |\n", name, type, plain(meaning)
      name = ""
    }
    $0 ~ "^CREATE TABLE " table " " { inside = 1; next }
    !inside { next }
    /^\)/ { flush(); exit }
    {
      comment = ""
      if (match($0, /-- /)) { comment = substr($0, RSTART + 3); $0 = substr($0, 1, RSTART - 1) }
      if ($1 ~ /^[a-z_]+$/ && $2 ~ /^(INTEGER|REAL|TEXT|BLOB|ANY),?$/) {
        flush(); name = $1; type = $2; sub(/,/, "", type); meaning = comment
      } else if (comment != "") {
        word = $1
        gsub(/[^a-z_]/, "", word)
        meaning = meaning (meaning == "" ? "" : word != "" ? "; " : " ") \
                  (word != "" ? word ": " : "") comment
      }
    }' "$sources/schemas/results.sql"
}

database_page() {
  local name text
  cat >"$work/empty.json" <<'TEXT'
{ "name": "empty", "dataset": {"plugin": "gaussian_clients"}, "model": {"plugin": "gaussian"},
  "sampler": {"plugin": "ula"}, "run": {"iterations": 1}, "metrics": ["w2"] }
TEXT
  "$skald" run "$work/empty.json" --db "$work/empty.db" >/dev/null 2>&1
  begin_page "Tables and views"
  cat <<'TEXT'
What a results database holds; [schemas/results.sql](../../schemas/results.sql) is the schema
itself, and [results](../results.md) shows queries. Read the views: they leave out what no grid
declares any more.

- NULL in a column of numbers means "not a number"; infinities are stored as such (9e999 in SQL).
- A hash or digest is SHA-256 in lower-case hexadecimal.
- A time is UTC, ISO 8601 with milliseconds.

## Views

### run_table

One row per run that its study declares: `study`, `run`, `hash`, `cell`, `replicate`, `status`, a
column per axis (`K`, `p_c`, `rho` and `eps` always), the final value of each metric, the costs of
the ledger, and `wall_seconds`.

### all_runs

As `run_table`, with the runs that no grid declares any more; `is_current` is 1 for those of
`run_table`.

TEXT
  schema_sections VIEW | while IFS=$'\t' read -r name text; do
    printf '### %s\n\n%s\n\nColumns: %s.\n\n' "$name" "$text" "$(columns_of "$name")"
  done
  printf '## Tables\n\n'
  schema_sections TABLE | while IFS=$'\t' read -r name text; do
    printf '### %s\n\n%s\n\n| column | type | meaning |\n|---|---|---|\n' "$name" "$text"
    printf '%s\n\n' "$(table_columns "$name")"
  done
}

python_page() {
  begin_page "Classes and methods in Python"
  cat <<'TEXT'
The contract of [plugins in Python](../python.md), as docstrings and signatures have it; editors and
type checkers read them from `import skald`. An `Array` is a NumPy array of doubles: what a call
writes has contiguous columns (order "F"), what it reads may be any array of numbers.

TEXT
  python3 "$sources/docs/python_reference.py" "$sources/plugins/python/skald"
}

# written PAGE COMMAND...: puts what the command prints into the page.
written() {
  "${@:2}" | cat -s | sed -e '${/^$/d}' >"$work/written"
  mv "$work/written" "$1"
}

{
  begin_page "Reference"
  cat <<'TEXT'
What the tool says of itself, on pages.

- [Commands](commands.md) and their options
- [Options of run](run.md): length, chains, start, records, budgets, limits
- Plugins: [samplers and optimisers](samplers.md), [models](models.md), [data sets](datasets.md),
  [partitions](partitions.md), [privacy mechanisms](mechanisms.md), [metrics](metrics.md)
- [Tables and views](database.md) of a results database
- [Classes and methods in Python](python.md), for plugins

`skald plugins` and `skald describe NAME` print the same, with plugins of your own.
TEXT
} >README.md

kind_page sampler samplers.md "Samplers and optimisers" <<'TEXT'
What `"sampler"` may name. [Choosing an algorithm](../algorithms.md) says when which.
TEXT
kind_page model models.md "Models" <<'TEXT'
What `"model"` may name.
TEXT
kind_page dataset datasets.md "Data sets" <<'TEXT'
What `"dataset"` may name. `skald data` fetches those that are files; every data set also has an
option `seed`, which fixes its randomness for all replicates.
TEXT
kind_page partition partitions.md "Partitions" <<'TEXT'
What `"partition"` may name; `natural` if a grid says nothing. Every partition also has an option
`seed`, which fixes its randomness for all replicates.
TEXT
kind_page privacy mechanisms.md "Privacy mechanisms" <<'TEXT'
What `"privacy"` may name; `none` if a grid says nothing. [Privacy](../privacy.md) says what eps
means.
TEXT
kind_page metric metrics.md "Metrics" <<'TEXT'
What `"metrics"` may list. Draws are those since burn-in of all chains, unless the run says
`"averages": "chains"`; of an optimiser, they are its current point.
TEXT
written commands.md commands_page
written run.md run_page
written database.md database_page
written python.md python_page
