/** `ratetree completion`: a script by which a shell completes commands, flags, codes of providers and currencies. */
import { Argument, type Command } from 'commander';
import { manualText } from '../kit/manual.ts';
import { readCurrencies } from '../sources/facts/currencies.ts';
import { PROVIDERS } from '../sources/providers/index.ts';
import { GLOBAL } from '../wire/words/schemas.ts';
import { type Completed, SHELLS, type Shell } from './cli/shells.ts';

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
