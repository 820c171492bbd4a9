# Splits the fenced blocks of a Markdown page into files: `awk -v into=FOLDER -f blocks.awk PAGE`
# writes the text of the n-th block to FOLDER/n (n in three digits) and prints a line per block:
# n, the line of its opening fence, its language and the words after that, separated by tabs.
# Fails where a fence is left open, and where code is indented instead of fenced, unless the page has
# the comment "Indented text is not code."

/^ *```/ {
  fence = $0
  sub(/^ */, "", fence)
  if (!open) {
    open = NR
    number = sprintf("%03d", ++count)
    info = substr(fence, 4)
    language = info
    sub(/ .*/, "", language)
    words = index(info, " ") ? substr(info, index(info, " ") + 1) : ""
    printf "%s\t%d\t%s\t%s\n", number, NR, language, words
    printf "" >(into "/" number)
  } else {
    open = 0
    close(into "/" number)
  }
  next
}

open { print >(into "/" number); next }

/^<!-- Indented text is not code. -->$/ { lists = 1 }
/^    [^ ]/ && blank && !lists {
  printf "%s:%d: indented code: put it into a fence, so that it is tried\n", FILENAME, NR >"/dev/stderr"
  wrong = 1
}
{ blank = $0 == "" }

END {
  if (open) {
    printf "%s:%d: this fence is never closed\n", FILENAME, open >"/dev/stderr"
    wrong = 1
  }
  exit wrong
}
