/**
 * How a night answers the gate: what can be withheld is withheld by name, and the tree is made and judged again without
 * it. If the night must be refused, nothing stays withheld.
 */

import { groupBy } from '../../kit/items.ts';
import { readReleases } from '../../rates/corrections/release-ledger.ts';
import { type Renewal, renewalsUntil } from '../../rates/quarantine/renewal.ts';
import { listArchive } from '../../sources/archive/archive.ts';
import { readRedenominations } from '../../sources/archive/confirmed.ts';
import {
  type Hold,
  type HoldRow,
  holdName,
  holdsUntil,
  readHoldRows,
  writeHolds,
} from '../../sources/archive/holds.ts';
import { readCurrencies } from '../../sources/facts/currencies.ts';
import { PROVIDERS } from '../../sources/providers/index.ts';
import { toInstant, utcDay } from '../../wire/words/calendar.ts';
import { GLOBAL } from '../../wire/words/schemas.ts';
import { checkTree, toWithheld, type Withheld } from '../gate/gate.ts';
import { type AcceptedFact, type GateReport, reportLines } from '../gate/report.ts';
import { openGenerated } from '../pointer/generated.ts';
import type { PointerInForce, PublishedPointer } from '../pointer/published.ts';
import { openRelease } from '../pointer/released-files.ts';
import type { GenerateSummary } from '../publish/generate.ts';
import type { Comparison } from '../publish/plan.ts';
import type { ObjectStore } from '../store/store.ts';

interface Judged {
  /** `GLOBAL/2026-03-04/CUP: …`: what the night left out, and why. */
  readonly withheld: readonly string[];
  /** The facts that make the night end refused. */
  readonly refusals: readonly string[];
  /** The tree that was made last, if it had to be made again. */
  readonly last?: GenerateSummary;
}

interface Judging {
  readonly store: ObjectStore;
  /** The pointer to the release that the tree is compared with; null if there is none. */
  readonly before: PointerInForce<PublishedPointer> | null;
  readonly archive: string;
  readonly out: string;
  /** The facts that --accept names. */
  readonly facts: readonly string[];
  /** Makes the tree again from the archive. */
  readonly generate: () => Promise<GenerateSummary>;
}

export async function judgeAndWithhold(judging: Judging): Promise<Judged> {
  const { archive, generate } = judging;
  const withheld: Withheld[] = [];
  const refused = new Set<string>();
  let last: { readonly last?: GenerateSummary } = {};
  for (;;) {
    const checked = await check(judging);
    for (const { fact } of checked.refusals) refused.add(fact);
    const said = withheld.map(toLine);
    if (checked.refusals.length === 0) return { withheld: said, refusals: [], ...last };
    const next = toWithheld(checked.refusals, withheld);
    if (next === null) {
      if (withheld.length > 0) last = { last: await takeBack(archive, withheld).then(generate) };
      return { withheld: [], refusals: [...refused], ...last };
    }
    for (const one of next) console.error(`withheld: ${toLine(one)}`);
    // The currencies are out of GLOBAL already, so the night only says that it goes on without them.
    if (next.every(({ finding }) => finding.kind === 'loss'))
      return { withheld: [...said, ...next.map(toLine)], refusals: [], ...last };
    await writeWithheld(archive, next);
    withheld.push(...next);
    last = { last: await generate() };
  }
}

/** What the gate is told beside the two trees. */
interface CheckOptions {
  /** Facts that the operator accepts now. */
  readonly facts: readonly string[];
  /** Redenominations that are confirmed in the archive. */
  readonly renewals?: readonly Renewal[];
  /** Facts that a person accepted on another night; they need not be found. */
  readonly known?: readonly AcceptedFact[];
  readonly onProgress?: (done: number, total: number) => void;
}

/** Asks the gate whether the tree may follow what is in force. */
export async function checkAgainst({ tree, before }: Comparison, options: CheckOptions): Promise<GateReport> {
  const { facts, renewals = [], known = [], onProgress = () => {} } = options;
  // What both have in common is read from the folder.
  const last = before === null ? null : await openRelease(tree.store, before.pointer.root);
  const time = toInstant(new Date());
  const acceptedNow = facts.map((fact) => ({ fact, words: BY_FLAG, time }));
  const report = await checkTree({
    tree,
    last,
    definitions: PROVIDERS,
    currencies: readCurrencies(),
    now: utcDay(Date.now()),
    renewals,
    accepted: [...known, ...acceptedNow],
    onProgress,
  });
  return { ...report, unmatched: report.unmatched.filter((fact) => !known.some((one) => one.fact === fact)) };
}

async function check({ store, archive, out, facts, before }: Judging): Promise<GateReport> {
  const renewals = renewalsUntil(await readRedenominations(archive), null);
  const known = await readAcceptedFacts(archive);
  const checked = await checkAgainst({ tree: await openGenerated(out, store), before }, { facts, renewals, known });
  for (const line of reportLines(checked)) console.error(line);
  return checked;
}

function toLine({ finding: { words, fact }, part }: Withheld): string {
  const span = part.from === part.until ? '' : ` from ${part.from} until ${part.until}`;
  return `${holdName(part.provider, part)}${span}: ${words} [${fact}]`;
}

async function writeWithheld(archive: string, withheld: readonly Withheld[]): Promise<void> {
  const released = (await readReleases(archive, null)).at(-1)?.time ?? '';
  for (const [provider, own] of groupBy(withheld, ({ part }) => part.provider)) {
    const rows = own.map(({ finding, part: { code, from, until, corrected, stated, refused } }) => {
      const [change, by] = ['held', 'gate'] as const;
      const [after, note] = [corrected ? released : '', finding.words];
      return { change, by, code, from, until, after, stated, refused, fact: finding.fact, note };
    });
    await writeHolds(archive, provider, rows, new Date());
  }
}

/** Ends what this night held, so that the next one is judged with every figure again. */
async function takeBack(archive: string, withheld: readonly Withheld[]): Promise<void> {
  for (const [provider, own] of groupBy(withheld, ({ part }) => part.provider)) {
    const facts = new Set(own.map(({ finding }) => finding.fact));
    const held = (await readGateHolds(archive, provider)).filter(({ fact }) => facts.has(fact));
    await writeEnds(archive, provider, held, 'released', 'gate', 'the night was refused');
  }
}

/** Notes facts that a person accepts, and lets in what the gate withheld for them. */
export async function acceptFacts(archive: string, facts: readonly string[]): Promise<void> {
  if (facts.length === 0) return;
  const known = new Set((await readAcceptedFacts(archive)).map(({ fact }) => fact));
  for (const provider of await foldersOf(archive)) {
    const held = (await readGateHolds(archive, provider)).filter(({ fact }) => facts.includes(fact));
    await writeEnds(archive, provider, held, 'accepted', 'person', BY_FLAG);
    for (const { fact } of held) known.add(fact);
  }
  const today = utcDay(Date.now());
  const about = { code: '', from: today, until: today, after: '', stated: '', refused: '', note: BY_FLAG };
  const rows = facts.filter((fact) => !known.has(fact)).map((fact) => ({ ...about, ...ACCEPTED, fact }));
  if (rows.length > 0) await writeHolds(archive, GLOBAL, rows, new Date());
}

const BY_FLAG = 'accepted by --accept';
/** A line of GLOBAL without a currency ends no hold. */
const ACCEPTED = { change: 'accepted', by: 'person' } as const;

export async function writeEnds(
  archive: string,
  provider: string,
  holds: readonly Hold[],
  change: 'accepted' | 'released',
  by: HoldRow['by'],
  note: string,
): Promise<void> {
  if (holds.length === 0) return;
  const ends = holds.map(({ at: _, ...hold }) => ({ ...hold, change, by, note }));
  await writeHolds(archive, provider, ends, new Date());
}

/** Facts of the gate that a person accepted in quarantine. */
async function readAcceptedFacts(archive: string): Promise<readonly AcceptedFact[]> {
  const facts: AcceptedFact[] = [];
  for (const provider of await foldersOf(archive)) {
    const rows = (await readHoldRows(archive, provider)).filter(({ change }) => change === 'accepted');
    facts.push(...rows.map(({ fact, note, at }) => ({ fact, words: note, time: at })));
  }
  return facts;
}

async function readGateHolds(archive: string, provider: string): Promise<readonly Hold[]> {
  return holdsUntil(await readHoldRows(archive, provider), null).filter(({ by }) => by === 'gate');
}

export async function foldersOf(archive: string): Promise<readonly string[]> {
  return [GLOBAL, ...(await listArchive(archive))];
}
