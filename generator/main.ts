#!/usr/bin/env node
/**
 * The command line. Only the command that is asked for is loaded, because some bring much with them: the adapters of
 * all banks, the holidays of all countries, the client for buckets.
 */
import { join } from 'node:path';
import { Command, type CommanderError } from 'commander';
import { toFailure } from './commands/failures.ts';
import { withManual } from './commands/manual.ts';
import { reportUnbegun } from './commands/night-report.ts';
import { settleEngine } from './kit/engine.ts';
import { readVersion } from './kit/package.ts';
import { InputError } from './wire/input-error.ts';

type Load = () => Promise<(program: Command) => void>;

const COMMANDS: Readonly<Record<string, readonly [description: string, load: Load]>> = {
  start: [
    'the whole program in this folder: asks the banks, makes a tree, serves it',
    async () => (await import('./commands/start.ts')).addStart,
  ],
  collect: ["fetch providers' feeds into the archive", async () => (await import('./commands/collect.ts')).addCollect],
  generate: [
    'build the tree of files from the archive, computing only what changed',
    async () => (await import('./commands/generate.ts')).addGenerate,
  ],
  check: [
    'compare the tree with the last release: is it to be trusted?',
    async () => (await import('./commands/check.ts')).addCheck,
  ],
  publish: [
    'put the tree into a store as a release that appears all at once',
    async () => (await import('./commands/publish.ts')).addPublish,
  ],
  rollback: [
    'point at an older release again, in one step',
    async () => (await import('./commands/rollback.ts')).addRollback,
  ],
  repair: [
    'show what a store has, bring a lost pointer back, write damaged objects again',
    async () => (await import('./commands/repair.ts')).addRepair,
  ],
  nightly: [
    'restore the archive, collect, generate, check, publish: safe to run twice',
    async () => (await import('./commands/nightly.ts')).addNightly,
  ],
  verify: [
    'check who signed a release, how fresh it is, and every byte of it',
    async () => (await import('./commands/verify.ts')).addVerify,
  ],
  status: [
    'when each provider was last fixed, when it should publish next, and what it missed',
    async () => (await import('./commands/status.ts')).addStatus,
  ],
  compare: [
    'put GLOBAL, or a provider, beside your own rates: how far apart are they?',
    async () => (await import('./commands/compare.ts')).addCompare,
  ],
  quarantine: [
    'list the figures that are kept out of the tree, or accept some of them',
    async () => (await import('./commands/quarantine.ts')).addQuarantine,
  ],
  keygen: [
    'make a key that signs releases, and its public part',
    async () => (await import('./commands/keygen.ts')).addKeygen,
  ],
  completion: [
    'a script by which bash, zsh or fish completes these commands',
    async () => (await import('./commands/completion.ts')).addCompletion,
  ],
};

/** Commands that are programs of their own, which run as another process. */
const PROGRAMS: Readonly<Record<string, readonly [description: string, file: string]>> = {
  rate: ['an amount in other currencies', join('server', 'console', 'rate-main.js')],
  latest: ['the newest rates of a provider', join('server', 'console', 'latest-main.js')],
  series: ['currencies through time', join('server', 'console', 'series-main.js')],
  export: ['a span of rates as a file for other software', join('server', 'console', 'export-main.js')],
  why: ['where a figure comes from: banks, dates, documents', join('server', 'console', 'why-main.js')],
  serve: ['answer requests from a tree (its settings are in docs/operate.md)', join('server', 'main.js')],
  mcp: ['answer assistants by the Model Context Protocol', join('server', 'mcp', 'mcp-main.js')],
  keys: ['make, list and change API keys', join('server', 'cli', 'keys-main.js')],
};

async function toProgram(words: readonly string[]): Promise<Command> {
  const program = new Command('ratetree')
    .description('Exchange rates of central banks: published figures → archive → a tree of files → answers')
    .version(readVersion())
    .configureHelp({ subcommandTerm: (command) => command.name() });
  const asked = commandIn(words);
  for (const [name, [description, load]] of Object.entries(COMMANDS)) {
    if (name === asked) (await load())(program);
    else program.command(name);
    program.commands.at(-1)?.description(description);
  }
  for (const [name, [description, file]] of Object.entries(PROGRAMS)) {
    program.command(name, description, { executableFile: join('..', file) });
  }
  withManual(program);
  for (const command of [program, ...program.commands]) command.exitOverride((error) => exit(command, error, asked));
  return program;
}

/** The faults of a command line after which the usage helps: a wrong value is told in one line instead. */
const USAGE_HELPS: readonly string[] = ['commander.unknownOption', 'commander.unknownCommand'];

/** Commander has printed what is wrong, or the help that was asked for. A night has its last line even so. */
function exit(command: Command, error: CommanderError, asked: string | undefined): never {
  if (USAGE_HELPS.includes(error.code)) command.outputHelp({ error: true });
  if (asked === 'nightly' && error.exitCode !== 0) reportUnbegun(new InputError(error.message.replace(/^error: /, '')));
  process.exit(error.exitCode);
}

/** The command that the words name: the first word that is not a flag, or the next one if the first is `help`. */
function commandIn(words: readonly string[]): string | undefined {
  const [first, second] = words.filter((word) => !word.startsWith('-'));
  return first === 'help' ? second : first;
}

/** Prints the error and sets the exit code. */
function tell(error: unknown): void {
  const { exitCode, text } = toFailure(error);
  console.error(text);
  process.exitCode = exitCode;
}

// An error outside of every promise would end the process with code 1, which stands for a mistake of the user.
process.on('uncaughtException', (error) => {
  tell(error);
  process.exit();
});

settleEngine();

const words = process.argv.slice(2);
try {
  const program = await toProgram(words);
  await program.parseAsync();
} catch (error) {
  tell(error);
  // What a night throws is caught by its command, so this one was not loaded.
  if (commandIn(words) === 'nightly') reportUnbegun(error);
}
