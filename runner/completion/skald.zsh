#compdef skald
# Completion of skald for zsh: installed as share/zsh/site-functions/_skald, or
#   source <(skald completion zsh)
_skald() {
  local line
  local -a found
  for line in ${(f)"$("${words[1]}" completion words -- "${(@)words[2,CURRENT]}" 2>/dev/null)"}; do
    found+=("${${line%%$'\t'*}//:/\\:}:${line#*$'\t'}")
  done
  if (( $#found )); then
    _describe 'skald' found
  else
    _files
  fi
}
if [[ ${zsh_eval_context[-1]} == loadautofunc ]]; then
  _skald "$@"
else
  compdef _skald skald
fi
