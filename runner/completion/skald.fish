# Completion of skald for fish: installed as share/fish/vendor_completions.d/skald.fish, or
#   skald completion fish | source
function __skald_words
    set -l line (commandline -opc)
    set -l found ($line[1] completion words -- $line[2..] (commandline -ct) 2>/dev/null)
    if test (count $found) -gt 0
        printf '%s\n' $found
    else
        __fish_complete_path (commandline -ct)
    end
end
complete -c skald -f -a '(__skald_words)'
