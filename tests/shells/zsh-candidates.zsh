# Prints the words that zsh offers for a line: zsh -f zsh-candidates.zsh SETUP SCRIPT LINE
zmodload zsh/zpty
zpty shell zsh -f -i
zpty -w shell "source $1 $2"
typed=
shown=
while zpty -r shell piece; do
  shown+=$piece
  if [[ -z $typed && $shown == *$'\n'READY* ]]; then
    typed=yes
    zpty -w -n shell "$3"$'\t'
  fi
done
print -r -- $shown
