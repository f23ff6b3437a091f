#!/usr/bin/env node
/**
 * The command line, and the one program above both houses. Only the command that was typed is loaded, because some
 * bring much with them: the adapters of all banks, the holidays of all countries, the client for buckets.
 */
import { readdirSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { Command, type CommanderError } from 'commander';
import { readVersion } from '../generator/kit/package.ts';
import { plainConsole, tellFailure } from '../generator/kit/terminal.ts';
import { InputError } from '../generator/wire/words/input-error.ts';

// V8 lets a heap grow to four times what is in use. With 1.75 times, a first tree takes less memory in the same time.
setFlagsFromString('--heap-growing-percent=75');

plainConsole();

type Load = () => Promise<(program: Command) => void>;

/** heading → command → what it is for, in the list of all, and what loads it. */
const COMMANDS: Readonly<Record<string, Readonly<Record<string, readonly [summary: string, load: Load]>>>> = {
  'Begin:': {
    start: [
      'the whole program in this folder: answers, and asks the banks behind that',
      async () => (await import('../generator/commands/start.ts')).addStart,
    ],
  },
  'Make a tree:': {
    collect: [
      "fetch providers' feeds into the archive",
      async () => (await import('../generator/commands/collect.ts')).addCollect,
    ],
    generate: [
      'build the tree of files from the archive, computing only what changed',
      async () => (await import('../generator/commands/generate.ts')).addGenerate,
    ],
    compare: [
      'put GLOBAL, or a provider, beside your own rates: how far apart are they?',
      async () => (await import('../generator/commands/compare.ts')).addCompare,
    ],
    quarantine: [
      'list the figures that are kept out of the tree, or accept some of them',
      async () => (await import('../generator/commands/quarantine.ts')).addQuarantine,
    ],
  },
  'Publish it:': {
    check: [
      'compare the tree with the last release: can it be trusted?',
      async () => (await import('../generator/commands/check.ts')).addCheck,
    ],
    publish: [
      'put the tree into a store as a release that appears all at once',
      async () => (await import('../generator/commands/publish.ts')).addPublish,
    ],
    rollback: [
      'point at an older release again, in one step',
      async () => (await import('../generator/commands/rollback.ts')).addRollback,
    ],
    repair: [
      'show what a store has, bring a lost pointer back, write damaged objects again',
      async () => (await import('../generator/commands/repair.ts')).addRepair,
    ],
    nightly: [
      'restore the archive, collect, generate, check, publish: safe to run twice',
      async () => (await import('../generator/commands/nightly.ts')).addNightly,
    ],
    verify: [
      'check who signed a release, how fresh it is, and every byte of it',
      async () => (await import('../generator/commands/verify.ts')).addVerify,
    ],
    prove: [
      'write everything that an auditor needs for one figure into one file',
      async () => (await import('../generator/commands/prove.ts')).addProve,
    ],
    keygen: [
      'make a key that signs releases, and its public part',
      async () => (await import('../generator/commands/keygen.ts')).addKeygen,
    ],
  },
  'Ask:': {
    status: [
      'when each provider was last fixed, when it should publish next, and what it missed',
      async () => (await import('../generator/commands/status.ts')).addStatus,
    ],
    convert: [
      'an amount in other currencies, also at the rate that a law names',
      async () => (await import('../server/clients/console/convert.ts')).addConvert,
    ],
    latest: [
      'the newest rates of a provider',
      async () => (await import('../server/clients/console/rates.ts')).addLatest,
    ],
    historical: [
      'the rates of a provider on a day',
      async () => (await import('../server/clients/console/rates.ts')).addHistorical,
    ],
    series: ['currencies through time', async () => (await import('../server/clients/console/series.ts')).addSeries],
    export: [
      'a span of rates as a file for other software',
      async () => (await import('../server/clients/console/export.ts')).addExport,
    ],
    currencies: [
      'the currencies, with their numbers and names',
      async () => (await import('../server/clients/console/lists.ts')).addCurrencies,
    ],
    providers: ['whose rates there are', async () => (await import('../server/clients/console/lists.ts')).addProviders],
    rules: ['the rates that laws name', async () => (await import('../server/clients/console/lists.ts')).addRules],
    why: [
      'where a figure comes from: banks, dates, documents',
      async () => (await import('../server/clients/console/why.ts')).addWhy,
    ],
  },
  'This program:': {
    completion: [
      'a script by which bash, zsh or fish completes these commands',
      async () => (await import('../generator/commands/completion.ts')).addCompletion,
    ],
  },
  'Serve it:': {
    serve: [
      'answer requests from a tree (its settings are in docs/operate.md)',
      async () => (await import('../server/clients/cli/serve.ts')).addServe,
    ],
    mcp: [
      'answer assistants by the Model Context Protocol',
      async () => (await import('../server/clients/mcp/mcp.ts')).addMcp,
    ],
    keys: ['make, list and change API keys', async () => (await import('../server/clients/cli/keys.ts')).addKeys],
  },
};

const BEGINNING = `
Begin here:
  ratetree start                                   everything at once; an empty folder needs no word
  ratetree collect && ratetree generate            figures, and a tree of files
  ratetree convert 100 USD EUR,GBP                 ask the tree
  ratetree why GLOBAL latest SEK                   where does a figure come from?
  ratetree COMMAND --help                          flags and examples of a command`;

/** What a program reads when it is over. Tests know that no code is missing. */
const EXIT_CODES = `
Exit codes:
  0  done
  1  something that you gave cannot be used: the message says what, and the fix
     (verify: a fault was found)
  2  done, but somebody must act: each line says on what
     (collect: a bank failed; nightly waits for one that may be back)
  3  not published: the gate refused, no gateway could read it, or a hold
  4  the store failed, or another publisher was faster
  5  another run is at work on the same archive
  6  a bug or a broken machine: the stack is on standard error
  7  the log of releases is not the one that was signed
  8  nightly: no bank answered`;

async function toProgram(asked: string | undefined): Promise<Command> {
  const program = new Command('ratetree')
    .description('Exchange rates of central banks: published figures → archive → a tree of files → answers')
    .version(readVersion())
    .addHelpText('after', `${BEGINNING}\n${EXIT_CODES}`);
  for (const [heading, commands] of Object.entries(COMMANDS)) {
    for (const [name, [summary, load]] of Object.entries(commands)) {
      if (name === asked) (await load())(program);
      else program.command(name);
      const command = program.commands.at(-1)?.helpGroup(heading).summary(summary);
      if (command?.description() === '') command.description(summary);
    }
  }
  // Here, because commands inherit it, and those of `keys` are listed with what they take.
  program.configureHelp({ subcommandTerm: (command) => command.name() });
  withExits(program);
  return program;
}

/** The faults of a command line after which the manual helps: a wrong value is told in one line instead. */
const MANUAL_HELPS: readonly string[] = ['commander.unknownOption', 'commander.unknownCommand'];

/** Commander has printed what is wrong, or the help that was asked for. */
function withExits(command: Command, words = ''): void {
  command.exitOverride((error: CommanderError) => {
    // Only named, because what is wrong shall not scroll away.
    if (MANUAL_HELPS.includes(error.code)) console.error(`see "ratetree ${words}--help"`);
    if (error.exitCode !== 0) reportUnbegun(new InputError(error.message.replace(/^error: /, '')));
    process.exit(error.exitCode);
  });
  for (const one of command.commands) withExits(one, `${words}${one.name()} `);
}

/** The command that the words name: the first word that is not a flag, or the next one after `help`; `rate` is an alias. */
function commandIn(words: readonly string[]): string | undefined {
  const [first, second] = words.filter((word) => !word.startsWith('-'));
  const named = first === 'help' ? second : first;
  return named === 'rate' ? 'convert' : named;
}

/** What npm makes in an empty folder when a package is installed there. */
const OF_NPM: readonly string[] = ['node_modules', 'package.json', 'package-lock.json'];

/** A folder that is empty, but for what npm makes, or in which this program has been at work. */
function isOwnFolder(): boolean {
  const names = readdirSync('.');
  return names.includes('.ratetree') || names.every((name) => OF_NPM.includes(name));
}

// An error outside of every promise would end the process with code 1, which stands for a mistake of the user.
process.on('uncaughtException', (error) => process.exit(tellFailure(error)));

// Who only has the name shall see an answer; in a folder with files of others nothing is made unasked.
if (process.argv.length === 2 && isOwnFolder()) process.argv.push('start');
const asked = commandIn(process.argv.slice(2));
// A night has its last line even if it could not begin.
const reportUnbegun: (error: unknown) => void =
  asked === 'nightly' ? (await import('../generator/commands/night-report.ts')).reportUnbegun : () => {};

try {
  const program = await toProgram(asked).catch((error: unknown) => {
    reportUnbegun(error);
    throw error;
  });
  await program.parseAsync();
} catch (error) {
  process.exitCode = tellFailure(error);
}
