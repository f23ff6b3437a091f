/** `ratetree collect`: fetches the feeds of providers into the archive. */
import { type Command, Option } from 'commander';
import { readVersion } from '../kit/package.ts';
import { Progress } from '../kit/progress.ts';
import { manualText } from '../kit/terminal.ts';
import { toQuarantineNotes } from '../rates/quarantine/list.ts';
import { readQuarantine } from '../rates/walk/walk.ts';
import { type Collected, collectProviders } from '../sources/collect/collect.ts';
import { isAsked, type ProviderSummary } from '../sources/collect/events.ts';
import { codesOf, readCurrencies } from '../sources/facts/currencies.ts';
import { readRedenominations } from '../sources/facts/redenominations.ts';
import { type Keep, keeper } from '../sources/feeds/keeping.ts';
import { toDispatcher, toUserAgent } from '../sources/feeds/net/dispatcher.ts';
import { networkSource } from '../sources/feeds/net/network.ts';
import { isPublic } from '../sources/feeds/net/public-addresses.ts';
import { replaySource } from '../sources/feeds/recordings.ts';
import { PROVIDERS } from '../sources/providers/index.ts';
import { toInstant } from '../wire/words/calendar.ts';
import { EXIT } from '../wire/words/input-error.ts';
import type { IsoDate } from '../wire/words/schemas.ts';
import { BankLines, failureLines } from './cli/bank-lines.ts';
import { ARCHIVE_OPTION, JSON_OPTION, toDateFlag, today, toProvidersFlag, toSecondsFlag } from './cli/flags.ts';
import { printCheck, refuseArchiveFlags, refuseKeep } from './collect-check.ts';

export interface CollectFlags {
  readonly provider?: readonly string[];
  readonly without?: readonly string[];
  readonly from?: IsoDate;
  readonly to?: IsoDate;
  readonly archive: string;
  readonly replay?: readonly string[];
  /** Where the documents behind new rows wait for the store. Set by `nightly`, not by a flag. */
  readonly documentsDir?: string;
  readonly budget?: number;
  readonly pause?: number;
  readonly again?: boolean;
  readonly withdraw?: readonly string[];
  readonly check?: boolean;
  readonly verbose?: true;
}

const CODES = PROVIDERS.map(({ code }) => code);
const toCodes = (text: string) => toProvidersFlag(text, CODES);

const EXAMPLES = [
  'ratetree collect                                 the newest list of every bank',
  'ratetree collect --provider ECB,TCMB --verbose',
  'ratetree collect --provider NBP --from 2002-01-02',
];

export function addCollect(program: Command): void {
  withCollectOptions(program.command('collect'))
    .option(...ARCHIVE_OPTION)
    .option('--check', 'ask each source once for its newest list, archive nothing, and print what differs')
    .option('--keep <dir>', 'with --check: keep every answer in a new folder, as --replay reads it')
    .option(...JSON_OPTION)
    .addHelpText('after', manualText(EXAMPLES))
    .action(async (flags: CollectFlags & { readonly json?: true; readonly keep?: string }) => {
      refuseKeep(flags);
      if (flags.check === true) {
        refuseArchiveFlags(flags);
        const { keep: folder } = flags;
        const keep = folder === undefined ? undefined : await keeper(folder, () => new Date());
        const progress = new Progress(process.stderr, () => performance.now(), 'providers');
        await printCheck(whatOf(flags, keep), progress, flags.verbose === true);
        return;
      }
      const { summaries } = await collectAloud(flags);
      for (const line of failureLines(summaries)) console.error(line);
      await tellQuarantine(flags.archive, summaries);
      const failed = summaries.filter(({ failures }) => failures.length > 0);
      const news = summaries.reduce((sum, one) => sum + one.fresh + one.corrected + one.withdrawn, 0);
      const asked = summaries.filter(isAsked).length;
      const unasked = asked === summaries.length ? '' : `; ${summaries.length - asked} were not asked`;
      const kept = asked - failed.length;
      console.log(`collected ${kept} of ${asked} providers, ${news} new rows in ${flags.archive}${unasked}`);
      if (flags.json === true) console.log(JSON.stringify(toFacts(summaries, news)));
      if (failed.length > 0) process.exitCode = EXIT.providerFailures;
    });
}

/** What `--json` prints. A bank has answered if a document of it was read, even if another one failed. */
function toFacts(summaries: readonly ProviderSummary[], news: number) {
  const answered = summaries.filter(({ documents }) => documents > 0).map(({ provider }) => provider);
  const failed = summaries.flatMap(({ provider, failures }) => (failures.length > 0 ? [{ provider, failures }] : []));
  return { asked: summaries.length, answered, failed, news };
}

/** Adds the options that `collect` and `nightly` share. */
export function withCollectOptions(command: Command): Command {
  return command
    .option('--provider <codes>', 'only these providers, separated by commas', toCodes)
    .addOption(new Option('--without <codes>', 'all providers but these').argParser(toCodes).conflicts('provider'))
    .option('--from <date>', 'the first day to ask for, if the source has an archive', toDateFlag)
    .option('--to <date>', 'the last day to ask for', toDateFlag)
    .option(
      '--replay <dir>',
      'read recorded answers, as <dir>/<PROVIDER>/source.json lists them, instead of the network (repeatable)',
      (dir, others: readonly string[] = []) => [...others, dir],
    )
    .option('--again', 'ask for every page of the span, even those that an interrupted run has received')
    .option(
      '--withdraw <codes>',
      'believe these providers even if a document leaves out so much that it looks cut off',
      toCodes,
    )
    .option(
      '--pause <seconds>',
      'the shortest pause between two requests to a host (default: 1 for a span)',
      toSecondsFlag,
    )
    .option(
      '--budget <seconds>',
      'stop fetching after this many seconds in total, and read no document for longer',
      toSecondsFlag,
    )
    .option('--verbose', 'print every document, page and note instead of one line per bank');
}

/** Collects, and tells a person about each bank on standard error. What to do about failures, the caller says. */
export async function collectAloud(flags: CollectFlags): Promise<Collected> {
  const lines = new BankLines({
    output: process.stderr,
    nowMs: () => performance.now(),
    banks: wantedBy(flags).length,
    isVerbose: flags.verbose === true,
  });
  const collected = await collectProviders({
    ...whatOf(flags),
    archiveDir: flags.archive,
    documentsDir: flags.documentsDir,
    withdraw: flags.withdraw ?? [],
    readingMs: flags.budget === undefined ? undefined : flags.budget * 1000,
    from: flags.from ?? null,
    to: flags.to ?? null,
    backfill: flags.replay !== undefined ? null : flags.again === true ? 'afresh' : 'resume',
    askedAt: flags.replay === undefined ? toInstant(new Date()) : null,
    onEvent: (event) => lines.hear(event),
  });
  lines.end();
  return collected;
}

/** A run that brought nothing has nothing new in quarantine, so it need not read 200 days of every bank. */
async function tellQuarantine(archive: string, summaries: readonly ProviderSummary[]): Promise<void> {
  if (!summaries.some(hasNews)) return;
  for (const text of toQuarantineNotes(await readQuarantine(archive, PROVIDERS, 'recent'), today()))
    console.error(text);
}

export function hasNews({ fresh, corrected, withdrawn }: ProviderSummary): boolean {
  return fresh + corrected + withdrawn > 0;
}

function wantedBy({ provider, without = [] }: CollectFlags): readonly string[] {
  return provider ?? CODES.filter((code) => !without.includes(code));
}

/** Whom to ask, and what is needed to understand the answers. */
function whatOf(flags: CollectFlags, keep?: Keep) {
  const wanted = wantedBy(flags);
  return {
    providers: PROVIDERS.filter(({ code }) => wanted.includes(code)),
    source: sourceOf(flags, keep),
    today: today(),
    currencies: codesOf(readCurrencies()),
    redenominations: readRedenominations(),
    env: process.env,
  };
}

function sourceOf({ replay, provider, budget, pause }: CollectFlags, keep: Keep | undefined) {
  if (replay !== undefined) return replaySource({ dirs: replay, adapters: provider === undefined ? CODES : null });
  return networkSource({
    dispatcher: toDispatcher(process.env, {}, isPublic),
    userAgent: toUserAgent(readVersion(), process.env.RATETREE_CONTACT),
    signal: budget === undefined ? undefined : AbortSignal.timeout(budget * 1000),
    pauseMs: pause === undefined ? undefined : pause * 1000,
    now: () => new Date(),
    keep,
  });
}
