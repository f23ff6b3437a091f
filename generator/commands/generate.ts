/** `ratetree generate`: builds the tree of files from the archive. */
import { type Command, InvalidArgumentError, Option } from 'commander';
import { namesIn } from '../kit/files.ts';
import { groupBy } from '../kit/items.ts';
import { Progress } from '../kit/progress.ts';
import { counted, manualText } from '../kit/terminal.ts';
import { type GenerateOptions, type GenerateSummary, generate } from '../release/publish/generate.ts';
import { type Bases, type Shard, shardText } from '../release/tree/read/tree-options.ts';
import { readSite } from '../site/files.ts';
import { codesOf, readCurrencies } from '../sources/facts/currencies.ts';
import { readKnownFigures } from '../sources/facts/known-figures.ts';
import { classesOf, LICENCE_CLASSES, type LicenceClass, readLicences } from '../sources/facts/licences.ts';
import { readPegs } from '../sources/facts/pegs.ts';
import type { ProviderFacts } from '../sources/feeds/provider.ts';
import { PROVIDERS } from '../sources/providers/index.ts';
import { utcDay } from '../wire/words/calendar.ts';
import { InputError } from '../wire/words/input-error.ts';
import { compareTexts } from '../wire/words/order.ts';
import { EUR, type IsoDate } from '../wire/words/schemas.ts';
import {
  ARCHIVE_OPTION,
  type BasesFlag,
  failuresCode,
  refuseMissingFolder,
  SHARD_OPTION,
  toBasesFlag,
  toDateFlag,
  today,
  toInstantFlag,
} from './cli/flags.ts';

export interface GenerateFlags {
  readonly archive: string;
  readonly out: string;
  readonly bases?: BasesFlag;
  readonly historyBases?: BasesFlag;
  readonly since?: IsoDate;
  readonly date?: IsoDate;
  readonly asOf?: string;
  readonly shard?: Shard;
  readonly licence?: ReadonlySet<LicenceClass>;
  readonly failuresOk?: true;
}

const EXAMPLES = [
  'ratetree generate                                .ratetree/archive to dist',
  'ratetree generate --bases EUR,USD --since 2020-01-01',
  'ratetree generate --licence free,attribution     without the other sources',
];

export function addGenerate(program: Command): void {
  withGenerateOptions(program.command('generate'))
    .option(...ARCHIVE_OPTION)
    .option(
      '--as-of <instant>',
      'use only what was known at this UTC instant, as in 2026-03-13T15:00:00Z; --date is that day by default',
      toInstantFlag,
    )
    .option(...SHARD_OPTION)
    .addHelpText('after', manualText(EXAMPLES))
    .action(async (flags: GenerateFlags) => {
      refuseMissingFolder(flags.archive, 'archive', '--archive');
      const summary = await generateTree(flags);
      for (const line of leftOutLines(toLicensed(PROVIDERS, flags.licence))) console.log(line);
      for (const failure of summary.failures) console.error(failure);
      const name = flags.shard === undefined ? `release ${summary.release}` : `part ${shardText(flags.shard)}`;
      console.log(`${name}: ${summaryWords(summary)} to ${flags.out} in ${(performance.now() / 1000).toFixed(1)} s`);
      if (summary.failures.length > 0) process.exitCode = failuresCode(flags);
    });
}

/** Adds the options that `generate` and `nightly` share. */
export function withGenerateOptions(command: Command): Command {
  return command
    .option('--out <dir>', 'the tree', 'dist')
    .option(
      '--bases <codes>',
      'the bases for which GLOBAL gets files: all, or codes; others are computed on request (default: all)',
      toBases,
    )
    .option('--history-bases <codes>', 'the same for its dated files (default: EUR)', toBases)
    .option('--since <date>', 'write no dated rate files before this day; they are computed on request', toDateFlag)
    .addOption(
      new Option('--licence <classes>', 'leave out sources of other classes, in GLOBAL too (docs/catalogue.md)')
        .argParser(toLicencesFlag)
        .conflicts('shard'),
    )
    .addOption(new Option('--parquet').hideHelp())
    .on('option:parquet', () => command.error('error: --parquet is gone, because every tree has Parquet files now'))
    .option('--date <date>', 'the UTC day on which rates are the latest (default: today)', toDateFlag)
    .option('--failures-ok', 'end with 0 instead of 2, for schedulers that treat 2 as a failure');
}

const toBases = (text: string) => toBasesFlag(text, codesOf(readCurrencies()));

/** Of ten years in all bases a first night would take a million files, and a gateway computes each when it is asked. */
const IN_EUROS: BasesFlag = new Set([EUR]);
const ofFlag = (flag: BasesFlag): Bases => (flag === 'all' ? null : flag);

/**
 * The whole tree, or the part that the flags name.
 * @param upstream the release from which a tree is made on an empty disk
 */
export async function generateTree(
  flags: GenerateFlags,
  upstream: GenerateOptions['upstream'] = null,
): Promise<GenerateSummary> {
  refuseForeign(flags.out);
  const progress = new Progress(process.stderr, () => performance.now(), 'half months');
  const { archive, out, bases = 'all', historyBases = IN_EUROS, since = null } = flags;
  const { licence, asOf = null, shard = null, date = asOf === null ? today() : utcDay(Date.parse(asOf)) } = flags;
  const summary = await generate({
    archiveDir: archive,
    outDir: out,
    date,
    bases: ofFlag(bases),
    historyBases: ofFlag(historyBases),
    since,
    asOf,
    shard,
    upstream,
    ...toLicensed(PROVIDERS, licence),
    currencies: readCurrencies(),
    pegs: readPegs(),
    known: readKnownFigures(),
    site: readSite(),
    onProgress: (done, total) => progress.step('archive', done, total),
  });
  progress.end();
  return summary;
}

/** A tree would replace files of a site, such as index.html, and lie between those of an archive. */
function refuseForeign(out: string): void {
  const names = namesIn(out).filter((name) => !/^\.|^lost\+found$/.test(name));
  // The last is of a tree of version 0.2, which is refused in words of its own.
  if (names.length > 0 && !names.some((name) => ['objects', 'v1', 'notes', 'index'].includes(name)))
    throw new InputError(`--out ${out} holds no tree but other files, such as ${names[0]}; name an empty folder`);
}

export function summaryWords(made: GenerateSummary): string {
  const { fixings, blended, filesRendered, filesWritten, bytesWritten, quarantined } = made;
  const heldBack = quarantined === 0 ? '' : `, ${counted(quarantined, 'figure')} in quarantine`;
  return (
    `${fixings} fixings made, ${blended} blended, ${filesRendered} files rendered, ` +
    `${filesWritten} written (${bytesWritten} bytes)${heldBack}`
  );
}

// Which providers a tree is made of when its maker may pass on figures of certain classes only.

/** Classes of data/licences.csv, separated by commas. */
function toLicencesFlag(text: string): ReadonlySet<LicenceClass> {
  const classes = text.split(',').map((item) => {
    const known = LICENCE_CLASSES.find((name) => name === item.trim());
    if (known !== undefined) return known;
    throw new InvalidArgumentError(`"${item}" is not one of ${LICENCE_CLASSES.join(', ')}.`);
  });
  return new Set(classes);
}

interface Licensed {
  readonly definitions: readonly ProviderFacts[];
  /** Codes of the other providers, whose figures go neither into the tree nor into GLOBAL. */
  readonly leftOut: ReadonlySet<string>;
}

/** @param wanted absent: every provider. One without a row in data/licences.csv counts as unknown. */
export function toLicensed(
  providers: readonly ProviderFacts[],
  wanted: ReadonlySet<LicenceClass> | undefined,
): Licensed {
  if (wanted === undefined) return { definitions: providers, leftOut: new Set() };
  const classes = classesOf(readLicences());
  const isWanted = ({ code }: ProviderFacts) => wanted.has(classes.get(code) ?? 'unknown');
  const others = providers.filter((provider) => !isWanted(provider));
  return { definitions: providers.filter(isWanted), leftOut: new Set(others.map(({ code }) => code)) };
}

/** One line for each class that was left out, or none: `left out, permission: BCCR, BFM`. */
export function leftOutLines({ leftOut }: Licensed): readonly string[] {
  const classes = classesOf(readLicences());
  const byClass = groupBy([...leftOut], (code) => classes.get(code) ?? 'unknown');
  return [...byClass].map(([name, codes]) => `left out, ${name}: ${codes.join(', ')}`).sort(compareTexts);
}
