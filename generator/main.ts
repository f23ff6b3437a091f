#!/usr/bin/env node
/** The command line: each command reads its flags, does one thing by calling it, and says what came of it. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Command, InvalidArgumentError } from 'commander';
import { collectProviders } from './collect.ts';
import { toCollectLine } from './collect-events.ts';
import { toBasesFlag, toDateFlag, toProvidersFlag, toSecondsFlag } from './config.ts';
import { codesOf, readCurrencies } from './currencies.ts';
import { toDispatcher, toUserAgent } from './fetch.ts';
import { generate } from './generate.ts';
import { networkSource } from './network.ts';
import { readPegs } from './pegs.ts';
import { Progress } from './progress.ts';
import { PROVIDERS } from './providers/index.ts';
import type { Bases } from './render.ts';
import { replaySource } from './replay.ts';
import { packageRoot } from './root.ts';
import { utcDay } from './wire/calendar.ts';
import type { IsoDate } from './wire/schemas.ts';

/** Some provider failed; what the others gave is kept. */
const EXIT_PROVIDER_FAILURES = 2;

const version: string = JSON.parse(readFileSync(join(packageRoot(), 'package.json'), 'utf8')).version;
const codes = PROVIDERS.map(({ code }) => code);
const today = () => utcDay(Date.now());
const archiveOption = ['--archive <dir>', 'the archive of published figures', join('.ratetree', 'archive')] as const;

const program = new Command('ratetree')
  .description('Exchange rates of central banks: published figures → archive → a tree of files → answers')
  .version(version)
  .showHelpAfterError();

interface CollectFlags {
  readonly provider?: readonly string[];
  readonly from?: IsoDate;
  readonly to?: IsoDate;
  readonly archive: string;
  readonly replay?: string;
  readonly raw?: string;
  readonly budget?: number;
}

program
  .command('collect')
  .description("fetch providers' feeds into the archive")
  .option('--provider <codes>', 'only these, commas between', (text) => toProvidersFlag(text, codes))
  .option('--from <date>', 'earliest date, where the source has an archive', toDateFlag)
  .option('--to <date>', 'latest date', toDateFlag)
  .option(...archiveOption)
  .option('--replay <dir>', 'read recorded answers from <dir>/<PROVIDER>/source.json in place of the network')
  .option('--raw <dir>', 'keep each answer, compressed, under its SHA-256')
  .option('--budget <seconds>', 'stop fetching after so many seconds in all', toSecondsFlag)
  .action(async (flags: CollectFlags) => {
    const wanted = flags.provider ?? codes;
    const progress = new Progress(process.stderr, () => performance.now());
    const summaries = await collectProviders({
      providers: PROVIDERS.filter(({ code }) => wanted.includes(code)),
      source: sourceOf(flags),
      archiveDir: flags.archive,
      rawDir: flags.raw ?? null,
      from: flags.from ?? null,
      to: flags.to ?? null,
      today: today(),
      currencies: codesOf(readCurrencies()),
      env: process.env,
      onEvent: (event) => progress.line(toCollectLine(event)),
    });
    const failed = summaries.filter(({ failures }) => failures.length > 0);
    const fresh = summaries.reduce(
      (total, summary) => total + summary.fresh + summary.corrected + summary.withdrawn,
      0,
    );
    console.log(
      `collected ${summaries.length - failed.length} of ${summaries.length} providers, ${fresh} new rows in ${flags.archive}`,
    );
    if (failed.length > 0) process.exitCode = EXIT_PROVIDER_FAILURES;
  });

function sourceOf({ replay, provider, budget }: CollectFlags) {
  if (replay !== undefined) return replaySource({ dir: replay, adapters: provider === undefined ? codes : null });
  return networkSource({
    dispatcher: toDispatcher(process.env),
    userAgent: toUserAgent(version),
    signal: budget === undefined ? undefined : AbortSignal.timeout(budget * 1000),
    now: () => new Date(),
  });
}

interface GenerateFlags {
  readonly archive: string;
  readonly out: string;
  readonly bases: Bases;
  readonly historyBases?: Bases;
  readonly since?: IsoDate;
  readonly date?: IsoDate;
}

program
  .command('generate')
  .description('build the tree of files from the archive, computing only what changed')
  .option(...archiveOption)
  .option('--out <dir>', 'the tree', 'dist')
  .option(
    '--bases <codes>',
    'bases of GLOBAL that become files: all, or codes; others are computed on request',
    toBasesFlag,
    null,
  )
  .option('--history-bases <codes>', 'the same for dated files (default: as --bases)', toBasesFlag)
  .option('--since <date>', 'no dated rate files before; they are computed on request', toDateFlag)
  .option('--date <date>', 'the release date, UTC (default: today)', toDateFlag)
  .action(async (flags: GenerateFlags) => {
    const progress = new Progress(process.stderr, () => performance.now());
    const summary = await generate({
      archiveDir: flags.archive,
      outDir: flags.out,
      date: flags.date ?? today(),
      bases: flags.bases,
      historyBases: flags.historyBases === undefined ? flags.bases : flags.historyBases,
      since: flags.since ?? null,
      definitions: PROVIDERS,
      currencies: readCurrencies(),
      pegs: readPegs(),
      onProgress: (provider, done, total) => progress.step(provider, done, total),
    });
    progress.end();
    for (const failure of summary.failures) console.error(failure);
    const seconds = (performance.now() / 1000).toFixed(1);
    const { release, fixings, blended, filesRendered, filesWritten, bytesWritten } = summary;
    console.log(
      `release ${release}: ${fixings} fixings made, ${blended} blended, ${filesRendered} files rendered, ` +
        `${filesWritten} written (${bytesWritten} bytes) to ${flags.out} in ${seconds} s`,
    );
    if (summary.failures.length > 0) process.exitCode = EXIT_PROVIDER_FAILURES;
  });

program.command('serve', 'answer requests from a tree (settings: environment, see README)', {
  executableFile: join('..', 'server', 'main.js'),
});
program.command('keys', 'add, list and disable API keys', { executableFile: join('..', 'server', 'keys-main.js') });

try {
  await program.parseAsync();
} catch (error) {
  if (error instanceof InvalidArgumentError) throw error;
  console.error(`ratetree: ${error instanceof Error ? error.message : error}`);
  process.exitCode = 1;
}
