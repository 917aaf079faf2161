# Makes zsh print the offered words, between two marks, and end: source zsh-setup.zsh SCRIPT

PS1= PROMPT_EOL_MARK=
autoload -Uz compinit
compinit -u -D
source $1
bindkey '^I' complete-word

# The function that completions call for the words that they offer. With these options, it only fills variables.
compadd() {
  if [[ ${@[1,(i)(-|--)]} == *-(A|D|O)\ * ]]; then
    builtin compadd "$@"
    return
  fi
  local -a offered
  builtin compadd -A offered "$@"
  print -l -- $offered
}

finish() {
  print END-OF-WORDS
  exit
}
comppostfuncs=(finish)
compprefuncs=(start)
start() {
  print BEGIN-OF-WORDS
}
print READY
