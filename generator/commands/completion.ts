/**
 * `ratetree completion`: a script by which a shell completes commands, flags, codes of providers and currencies. The
 * scripts know commands and codes; the flags of a command are read from its `--help` when they are first asked for, so
 * that a script never names a flag that the program does not have.
 */
import { Argument, type Command } from 'commander';
import { manualText } from '../kit/terminal.ts';
import { readCurrencies } from '../sources/facts/currencies.ts';
import { PROVIDERS } from '../sources/providers/index.ts';
import { GLOBAL } from '../wire/words/schemas.ts';

const EXAMPLES = [
  'source <(ratetree completion bash)               in ~/.bashrc',
  'ratetree completion fish > ~/.config/fish/completions/ratetree.fish',
];

export function addCompletion(program: Command): void {
  program
    .command('completion')
    .addArgument(new Argument('<shell>', 'the shell').choices(Object.keys(SHELLS)))
    .addHelpText('after', manualText(EXAMPLES))
    .action((shell: Shell) => {
      process.stdout.write(SHELLS[shell](toCompleted(program)));
    });
}

function toCompleted({ commands }: Command): Completed {
  return {
    commands: commands.map((command) => [command.name(), command.description()] as const),
    providers: [GLOBAL, ...PROVIDERS.map(({ code }) => code)],
    currencies: readCurrencies().flatMap(({ code, withdrawn }) => (withdrawn === null ? [code] : [])),
  };
}

interface Completed {
  readonly commands: readonly (readonly [name: string, description: string])[];
  readonly providers: readonly string[];
  readonly currencies: readonly string[];
}

type Shell = 'bash' | 'zsh' | 'fish';

const SHELLS: Readonly<Record<Shell, (completed: Completed) => string>> = {
  bash: toBash,
  zsh: toZsh,
  fish: toFish,
};

/** Prints what can be done with keys, one word a line, in any shell. */
const OF_KEYS = "ratetree keys --help 2>/dev/null | sed -n '/^Commands:/,/^$/s/^  \\([a-z][a-z]*\\) .*/\\1/p'";

/** Commands whose words are codes of currencies. */
const ASKING = ['convert', 'rate', 'latest', 'historical', 'series', 'currencies'];

function toBash({ commands, providers, currencies }: Completed): string {
  return `# Completion of ratetree for bash. In ~/.bashrc: source <(ratetree completion bash)
_ratetree_of() { # the words that fit; of a list with commas, those that fit its last item
  local item=\${2##*,} list=
  [[ $2 == *,* ]] && list=\${2%,*},
  COMPREPLY=($(compgen -P "$list" -W "$1" -- "$item" || true))
}
_ratetree() {
  local word=\${COMP_WORDS[COMP_CWORD]} before=\${COMP_WORDS[COMP_CWORD-1]} command=\${COMP_WORDS[1]}
  COMPREPLY=()
  if ((COMP_CWORD == 1)); then
    _ratetree_of "${commands.map(([name]) => name).join(' ')}" "$word"
    return
  fi
  case $before in
    --provider) _ratetree_of "${providers.join(' ')}" "$word"; return ;;
    --base | --bases | --history-bases | --currencies) _ratetree_of "${currencies.join(' ')}" "$word"; return ;;
    --type) _ratetree_of "mid bid ask" "$word"; return ;;
  esac
  if [[ $word == -* ]]; then
    local memory=_ratetree_flags_$command
    if [[ -z \${!memory-} ]]; then
      printf -v "$memory" '%s' "$(ratetree "$command" --help 2>/dev/null | grep -oE -- '^ +(-[a-zA-Z], )?--[a-z-]+' | grep -oE -- '--[a-z-]+' | sort -u | tr '\\n' ' ')"
    fi
    _ratetree_of "\${!memory}" "$word"
    return
  fi
  case $command in
    why) if ((COMP_CWORD == 2)); then _ratetree_of "${providers.join(' ')}" "$word"; else _ratetree_of "${currencies.join(' ')}" "$word"; fi ;;
    ${ASKING.join(' | ')}) _ratetree_of "${currencies.join(' ')}" "$word" ;;
    providers) _ratetree_of "${providers.join(' ')}" "$word" ;;
    keys) if ((COMP_CWORD == 2)); then _ratetree_of "$(${OF_KEYS})" "$word"; fi ;;
    completion) _ratetree_of "${Object.keys(SHELLS).join(' ')}" "$word" ;;
  esac
}
complete -o default -F _ratetree ratetree
`;
}

function toZsh({ commands, providers, currencies }: Completed): string {
  const described = commands.map(([name, description]) => `    ${quoted(`${name}:${description}`)}`).join('\n');
  return `#compdef ratetree
# Completion of ratetree for zsh. In ~/.zshrc, after compinit: source <(ratetree completion zsh)
_ratetree() {
  local -a commands providers currencies flags
  commands=(
${described}
  )
  providers=(${providers.join(' ')})
  currencies=(${currencies.join(' ')})
  if ((CURRENT == 2)); then
    _describe command commands
    return
  fi
  compset -P '*,'
  case $words[CURRENT-1] in
    --provider) compadd -a providers; return ;;
    --base | --bases | --history-bases | --currencies) compadd -a currencies; return ;;
    --type) compadd mid bid ask; return ;;
  esac
  if [[ $PREFIX == -* ]]; then
    flags=(\${(f)"$(ratetree $words[2] --help 2>/dev/null | grep -oE -- '^ +(-[a-zA-Z], )?--[a-z-]+' | grep -oE -- '--[a-z-]+' | sort -u)"})
    compadd -a flags
    return
  fi
  case $words[2] in
    why) if ((CURRENT == 3)); then compadd -a providers; else compadd -a currencies; fi ;;
    ${ASKING.join(' | ')}) compadd -a currencies ;;
    providers) compadd -a providers ;;
    keys) if ((CURRENT == 3)); then compadd \${(f)"$(${OF_KEYS})"}; else _files; fi ;;
    completion) compadd ${Object.keys(SHELLS).join(' ')} ;;
    *) _files ;;
  esac
}
compdef _ratetree ratetree
`;
}

function toFish({ commands, providers, currencies }: Completed): string {
  const described = commands.map(
    ([name, description]) => `complete -c ratetree -n __fish_use_subcommand -f -a ${name} -d ${quoted(description)}`,
  );
  return `# Completion of ratetree for fish: ratetree completion fish > ~/.config/fish/completions/ratetree.fish
function __ratetree_of # the words; of a list with commas, after the items that are there
  set -l list (string match -r '.*,' -- (commandline -ct))
  for word in $argv
    echo "$list$word"
  end
end
function __ratetree_words
  set -l words (commandline -opc)
  set -l providers ${providers.join(' ')}
  set -l currencies ${currencies.join(' ')}
  switch $words[-1]
    case --provider
      __ratetree_of $providers
      return
    case --base --bases --history-bases --currencies
      __ratetree_of $currencies
      return
    case --type
      __ratetree_of mid bid ask
      return
  end
  if string match -q -- '-*' (commandline -ct)
    ratetree $words[2] --help 2>/dev/null | string match -rg -- '^ +(?:-[a-zA-Z], )?(--[a-z-]+)' | sort -u
    return
  end
  switch $words[2]
    case why
      if test (count $words) -eq 2
        __ratetree_of $providers
      else
        __ratetree_of $currencies
      end
    case ${ASKING.join(' ')}
      __ratetree_of $currencies
    case providers
      __ratetree_of $providers
    case keys
      if test (count $words) -eq 2
        __ratetree_of (${OF_KEYS})
      end
    case completion
      __ratetree_of ${Object.keys(SHELLS).join(' ')}
    case '*'
      __fish_complete_path (commandline -ct)
  end
end
${described.join('\n')}
complete -c ratetree -n 'not __fish_use_subcommand' -f -a '(__ratetree_words)'
`;
}

/** As one word of zsh or fish. Our texts have no backslash. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", `'"'"'`)}'`;
}
