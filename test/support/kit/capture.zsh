# What zsh offers for a line: zsh -f capture.zsh SCRIPT LINE HITS. The words go to the file HITS, one a line, and after
# them a line "end". A terminal is needed, because zsh completes only for somebody who types.
zmodload zsh/zpty
export SCRIPT=$1 HITS=$3
zpty -b shell zsh -f -i
zpty -w shell 'PROMPT=; autoload -Uz compinit; compinit -u -D; source $SCRIPT'
zpty -w shell 'compadd() { if [[ " $* " != *" -"[OAD]* ]]; then local -a hits; builtin compadd -A hits "$@"; print -rl -- $hits >> $HITS; fi; builtin compadd "$@"; }'
zpty -w shell 'noted() { print end >> $HITS; }; comppostfuncs=(noted); bindkey "^I" complete-word; print begin >> $HITS'
until [[ -s $HITS ]]; do zpty -r -t shell text; sleep 0.05; done
zpty -n -w shell "$2"$'\t'
until [[ $(<$HITS) == *end ]]; do zpty -r -t shell text; sleep 0.05; done
zpty -d shell
