/**
 * `ratetree nightly`: restores the archive, collects, generates, checks and publishes. It is made for schedulers: each
 * end has an exit code, the last line of standard output is one JSON object, and a second run only signs again.
 */
import { join } from 'node:path';
import type { Command } from 'commander';
import { parse as parseCsv } from 'csv-parse/sync';
import { makeFolder } from '../kit/files.ts';
import { KnownFiles } from '../kit/known-files.ts';
import { manualText } from '../kit/terminal.ts';
import { type QUARANTINE_COLUMNS, toQuarantineNotes } from '../rates/quarantine/list.ts';
import { keepCollected } from '../release/archive/collected.ts';
import { fetchWhole } from '../release/archive/restore-archive.ts';
import { keepDocuments } from '../release/evidence/keep.ts';
import { readRemarks } from '../release/gate/remarks.ts';
import { type GeneratedTree, openGenerated } from '../release/pointer/generated.ts';
import { readInForce } from '../release/pointer/in-force.ts';
import { acceptFacts, judgeAndWithhold } from '../release/withhold/night-holds.ts';
import { readPegs } from '../sources/facts/pegs.ts';
import { WAITING } from '../sources/feeds/keeping.ts';
import { PROVIDERS } from '../sources/providers/index.ts';
import { quarantinePath } from '../wire/answers/paths.ts';
import { EXIT } from '../wire/words/input-error.ts';
import { isAlarming, noticeText } from '../wire/words/notices.ts';
import { GLOBAL, isoDate } from '../wire/words/schemas.ts';
import { ACCEPT_OPTION } from './check.ts';
import { ARCHIVE_OPTION, toDaysFlag, today } from './cli/flags.ts';
import { acquireLock } from './cli/lock.ts';
import {
  KEEP_OPTION,
  LIFT_HOLD_OPTION,
  type PublishSteps,
  REPLACE_KEY_OPTION,
  SIGNING_OPTION,
  type SigningFlags,
  toSigner,
  toSteps,
  withLogOptions,
} from './cli/publishing.ts';
import { ROOT_OPTION, STORE_ARGUMENT, type StoreFlags, withStore, withStoreOptions } from './cli/target.ts';
import { type CollectFlags, collectAloud, hasNews, withCollectOptions } from './collect.ts';
import {
  type GenerateFlags,
  generateTree,
  leftOutLines,
  summaryWords,
  toLicensed,
  withGenerateOptions,
} from './generate.ts';
import { trySample, UNREAD } from './mending.ts';
import { type NightReport, noteFailure, reportAtEnd } from './night-report.ts';
import { type NightDisk, putIntoForce, restore, withDisk } from './night-steps.ts';

export interface NightlyFlags extends CollectFlags, GenerateFlags, StoreFlags, SigningFlags {
  readonly accept?: readonly string[];
  readonly liftHold?: true;
  readonly whole?: true;
  readonly keep?: number;
  readonly keepRaw?: number;
}

const EXAMPLES = [
  'ratetree nightly s3://rates/public --signing-key signing.pem',
  'ratetree nightly releases --budget 300           a folder laid out as a bucket',
];

export function addNightly(program: Command): void {
  withLogOptions(withStoreOptions(withGenerateOptions(withCollectOptions(program.command('nightly')))))
    .argument(...STORE_ARGUMENT)
    .option(...ROOT_OPTION)
    .option(...ARCHIVE_OPTION)
    .option(...SIGNING_OPTION)
    .option(...REPLACE_KEY_OPTION)
    .option(...ACCEPT_OPTION)
    .option(...LIFT_HOLD_OPTION)
    .option(...KEEP_OPTION)
    .option(
      '--keep-raw <days>',
      'keep the documents behind new figures for so many days, 0 for none (default: for ever)',
      toDaysFlag,
    )
    .option('--whole', 'on an empty disk, fetch the whole archive and make the whole tree, not only what is new')
    .addHelpText('after', manualText(EXAMPLES))
    .action(reportNight);
}

/** Runs the night. Its report is printed when the process ends, whatever goes wrong. */
async function reportNight(target: string, flags: NightlyFlags): Promise<void> {
  const report = reportAtEnd();
  try {
    process.exitCode = await nightAlone(target, flags, report);
  } catch (error) {
    noteFailure(report, error);
    throw error;
  }
}

/**
 * Runs the night unless another run is at work on the same archive. Returns the exit code.
 * @param collect brings what is new into the archive; a measurement brings lists of its own making
 */
export async function nightAlone(
  target: string,
  flags: NightlyFlags,
  report: NightReport,
  collect: typeof collectAloud = collectAloud,
): Promise<number> {
  makeFolder(flags.archive);
  const lock = await acquireLock(flags.archive);
  if (lock === null) {
    report.outcome = 'already running';
    report.error = `another run is at work on ${flags.archive}`;
    console.error(`ratetree: ${report.error}`);
    return EXIT.alreadyRunning;
  }
  try {
    const signer = toSigner(flags);
    return await withStore(target, flags, 'write', (store) => {
      report.requests = store.requests;
      const steps = toSteps(store, signer, flags, (line) => {
        console.error(line);
        report.failures.push(line);
      });
      return withDisk(target, flags, report, (disk) => night({ ...steps, disk }, flags, report, collect));
    });
  } finally {
    await lock.release();
  }
}

interface NightSteps extends PublishSteps {
  readonly disk: NightDisk;
}

async function night(
  steps: NightSteps,
  flags: NightlyFlags,
  report: NightReport,
  collect: typeof collectAloud,
): Promise<number> {
  const { store } = steps;
  const hashes = new KnownFiles(flags.archive);
  // Checked before anything is collected, so that a forgotten key or a wrong clock costs no night.
  const inForce = await readInForce(steps);
  if (inForce !== null) report.checked = await trySample(store, inForce.pointer, flags, null, steps);
  const restored = await restore(steps, inForce, hashes, flags.whole !== true);
  if (flags.whole === true) fetchWhole(flags.archive);
  report.restored = restored.files;
  report.failures.push(...restored.failures);
  const { summaries } = await collect(withDocuments(flags));
  const age = { days: flags.keepRaw ?? null, today: today() };
  report.documents = await keepDocuments(steps, flags.archive, inForce !== null, age);
  report.failures.push(...summaries.flatMap(({ failures }) => failures.slice(0, 1)));

  const { archive, out, accept: facts = [] } = flags;
  await acceptFacts(archive, facts);
  report.pending = await keepCollected(steps, hashes, inForce, restored.archive);

  const upstream = steps.disk.upstreamOf(inForce);
  for (const line of leftOutLines(toLicensed(PROVIDERS, flags.licence))) console.error(line);
  const first = await generateTree(flags, upstream);
  console.error(`release ${first.release}: ${summaryWords(first)}`);
  // The new tree has files that the old one on this disk, or an empty disk, did not have; and the store may answer now.
  if (inForce !== null && report.checked?.left.length !== 0)
    report.checked = await trySample(store, inForce.pointer, flags, report.checked, steps);
  if (inForce !== null && report.checked === null) report.failures.push(UNREAD);

  const generate = () => generateTree(flags, upstream);
  const judged = await judgeAndWithhold({ store, inForce: () => readInForce(steps), archive, out, facts, generate });
  const tree = await openGenerated(out, store);
  if (summaries.some(hasNews)) for (const text of await listedQuarantine(tree, today())) console.error(text);
  const { voices, notices, failures } = judged.last ?? first;
  report.release = tree.pointer.release;
  report.voices = voices;
  // The last line has only those for which a person has to look.
  for (const notice of notices)
    console.error(`${isAlarming(notice) ? 'notice' : 'note'}: GLOBAL/${noticeText(notice)}`);
  const remarks = await remarksOf(flags, tree);
  for (const text of remarks) console.error(`notice: ${text}`);
  report.notices = [...notices.filter(isAlarming).map(noticeText), ...remarks];
  report.failures.push(...failures);
  report.withheld = judged.withheld;
  report.refusals = judged.refusals;
  if (judged.withheld.length > 0) report.pending = await keepCollected(steps, hashes, inForce, report.pending);
  return await putIntoForce(steps, flags, report, { tree, hashes });
}

/** `ECB/2026-10-01: …`: what passed the gate, and a person should see. */
async function remarksOf({ archive, licence }: NightlyFlags, tree: GeneratedTree): Promise<readonly string[]> {
  const { definitions } = toLicensed(PROVIDERS, licence);
  const remarks = await readRemarks({ archive, tree, definitions, pegs: readPegs(), now: today() });
  return remarks.map(({ about, words }) => `${about}: ${words}`);
}

/** The documents wait beside the archive, so that a night that was killed leaves them to the next one. */
function withDocuments(flags: NightlyFlags): NightlyFlags {
  return flags.keepRaw === 0 ? flags : { ...flags, documentsDir: join(flags.archive, WAITING) };
}

type ListedFigure = Readonly<Record<(typeof QUARANTINE_COLUMNS)[number], string>>;

/**
 * What the list of figures in quarantine of the tree says to the operator: a line for each figure seen on that day, and
 * one for each provider with older ones. Nothing is judged once more: for a hundred banks that takes 7 seconds.
 */
async function listedQuarantine({ file }: GeneratedTree, today: string): Promise<readonly string[]> {
  const listed: readonly ListedFigure[] = parseCsv(await file(quarantinePath), { columns: true });
  const ofProviders = listed.filter(({ provider }) => provider !== GLOBAL);
  const figures = ofProviders.map(({ provider, reason, date, unit, ...cells }) => {
    // The list does not name the table, and no note does.
    const row = { ...cells, date: isoDate.parse(date), unit: unit === 'g' ? unit : '', table: '' } as const;
    return { provider, reason, row };
  });
  return toQuarantineNotes(figures, today);
}
