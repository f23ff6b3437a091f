/**
 * Fourteen nights over one archive, one tree and one folder as a store, in which a bank's list freezes and thaws: what
 * the status, the gate, the provenance and a reader of `ratetree status` are told on each.
 */
import { beforeAll, describe, expect, it } from 'vitest';
import { statusLines, toStatusReport } from '../../generator/rates/status/report.ts';
import { checkTree } from '../../generator/release/gate/gate.ts';
import { type GateReport, reportLines } from '../../generator/release/gate/report.ts';
import { openGenerated } from '../../generator/release/pointer/generated.ts';
import { readPointer } from '../../generator/release/pointer/published.ts';
import { openRelease } from '../../generator/release/pointer/released-files.ts';
import { generate } from '../../generator/release/publish/generate.ts';
import { publish } from '../../generator/release/publish/publish.ts';
import { openObjectStore } from '../../generator/release/store/open.ts';
import { readCurrencies } from '../../generator/sources/facts/currencies.ts';
import { readPegs } from '../../generator/sources/facts/pegs.ts';
import { provenancePath, statusPath } from '../../generator/wire/answers/paths.ts';
import { type Status, status as schema } from '../../generator/wire/answers/status.ts';
import { addDays, parseIsoDate, weekday } from '../../generator/wire/words/calendar.ts';
import { EUR, GLOBAL, type IsoDate } from '../../generator/wire/words/schemas.ts';
import { datesOf, globalOn, readLaw } from '../../scripts/audit/global.ts';
import { readEvidence } from '../../scripts/audit/lists.ts';
import { compareDay, readQuarantine } from '../../scripts/audit/tree.ts';
import { definition, freshFolder, writeLines } from '../support/banks/archives.ts';
import { newKeys } from '../support/trees/release-pair.ts';
import { dailyLines, readTree } from '../support/trees/trees.ts';

const BANKS = [definition('BNM', 'MYR'), definition('CNB', 'CZK'), definition('ECB', 'EUR'), definition('NBP', 'PLN')];
const FIRST = parseIsoDate('2026-03-02');
/** Weekdays; a night follows each. */
const DAYS = Array.from({ length: 18 }, (_, place) => addDays(FIRST, place)).filter((date) => weekday(date) <= 5);
/** CNB moves for two days, states the list of the second one on ten dates in all, and then moves again. */
const STILL_FROM = 1;
const THAWED = 11;

/**
 * What each bank has published by the night. BNM states one rate for years, as it did from 1998 to 2005; what the ECB
 * states about ringgit and dollar is shaken by 0.03 % only.
 */
function linesBy(night: number): Readonly<Record<string, readonly string[]>> {
  const days = DAYS.slice(0, night + 1);
  const crowns = (place: number) => (place < STILL_FROM || place >= THAWED ? place : STILL_FROM);
  return {
    ECB: dailyLines(FIRST, days.at(-1) ?? FIRST),
    NBP: days.flatMap((date, place) => [
      `${date} EUR/PLN 22.1${10 + place}`,
      `${date} USD/PLN 0.8${800 + place * 4}`,
      `${date} CHF/PLN 4.3${200 - place * 5}`,
    ]),
    CNB: days.flatMap((date, place) => [
      `${date} EUR/CZK 7.1${10 + crowns(place)}`,
      `${date} USD/CZK 0.28${30 + crowns(place)}`,
      `${date} CHF/CZK 1.39${10 + crowns(place)}`,
    ]),
    BNM: days.map((date) => `${date} USD/MYR 0.7251`),
  };
}

interface Night {
  readonly status: Status;
  readonly gate: GateReport;
  /** What GLOBAL's provenance says of the list's dollars. */
  readonly use: string;
}

const [archiveDir, outDir, storeDir] = [freshFolder(), freshFolder(), freshFolder()];
const FACTS = { definitions: BANKS, currencies: readCurrencies(), pegs: readPegs(), bases: new Set([EUR]) };
const nights: Night[] = [];

async function night(place: number, date: IsoDate): Promise<Night> {
  for (const [bank, lines] of Object.entries(linesBy(place))) await writeLines(archiveDir, bank, lines);
  await generate({ archiveDir, outDir, date, ...FACTS });
  const options = { endpoint: null, region: null, pathStyle: false, socketsMax: 8, willWrite: true };
  const store = await openObjectStore(storeDir, options);
  const inForce = await readPointer(store);
  const last = inForce === null ? null : await openRelease(store, inForce.pointer.root);
  const tree = await openGenerated(outDir);
  const gate = await checkTree({ ...FACTS, tree, last, now: date, accepted: [] });
  const now = () => new Date(`${date}T22:00:00Z`);
  const steps = { store, signer: SIGNER, now, onProgress: () => {} };
  await publish({ ...steps, tree: await openGenerated(outDir), archiveDir });
  const released = await openRelease(store, (await readPointer(store))?.pointer.root ?? '');
  const text = async (path: Parameters<typeof released.read>[0]) => `${await released.read(path)}`;
  const provenance = await text(provenancePath(GLOBAL, date));
  const use = /^\["USD","CNB",.*"([^"]*)","[^"]*"\]/m.exec(provenance)?.[1] ?? 'none';
  return { status: schema.parse(JSON.parse(await text(statusPath))), gate, use };
}

const { signer: SIGNER } = newKeys();
beforeAll(async () => {
  for (const [place, date] of DAYS.entries()) nights.push(await night(place, date));
});

/** The publications of the same figures at the end of each night: 1 until the list freezes. */
const SINCE = DAYS[STILL_FROM];
const frozenIn = (place: number) =>
  nights[place]?.status.providers.flatMap(({ provider, frozen = [] }) => frozen.map((list) => ({ provider, ...list })));
const warningsOf = (place: number) =>
  nights[place]?.gate.warnings.filter(({ kind }) => kind === 'frozen').map(({ words }) => words);
const LIST = { provider: 'CNB', table: 'daily', since: SINCE };
const WORDS = `CNB daily: the same figures on each date since ${SINCE}, while others moved`;

describe('in a night after which a list has stated the same figures', () => {
  it.each([
    [1, undefined, 'used'],
    [4, undefined, 'used'],
    [5, true, 'used'],
    [9, true, 'used'],
    [10, false, `left out: frozen: the same figures since ${SINCE}`],
  ])('%i times, status.json, the gate and provenance say so', (count, inGlobal, use) => {
    const place = STILL_FROM + count - 1;
    expect(frozenIn(place)).toEqual(inGlobal === undefined ? [] : [{ ...LIST, inGlobal }]);
    const voice = inGlobal ? 'GLOBAL uses it until its ninth publication' : 'GLOBAL does not use it';
    expect(warningsOf(place)).toEqual(inGlobal === undefined ? [] : [`${WORDS}; ${voice}`]);
    expect(nights[place]?.use).toBe(use);
  });

  it('and then others, it is no longer named and has its voice again', () => {
    expect([frozenIn(THAWED), warningsOf(THAWED), nights[THAWED]?.use]).toEqual([[], [], 'used']);
  });

  it('nobody else is named in any night: not the bank whose official rate is constant', () => {
    const named = nights.flatMap((_, place) => frozenIn(place)?.map(({ provider }) => provider) ?? []);
    expect(new Set(named)).toEqual(new Set(['CNB']));
  });

  it('the gate warns, and its fact keeps its name, so that it is accepted once', () => {
    // Of four banks one voice less is too few: no currency has three voices any more. Nothing else is refused.
    const refused = nights.slice(1).flatMap(({ gate }) => gate.refusals.map(({ fact }) => fact.slice(0, -9)));
    expect(refused).toEqual([`silence GLOBAL ${DAYS[STILL_FROM + 9]}`]);
    const facts = nights.flatMap(({ gate }) => gate.warnings.filter(({ kind }) => kind === 'frozen'));
    expect(facts).toHaveLength(6);
    expect(new Set(facts.map(({ fact }) => fact)).size).toBe(1);
  });

  it('the log of the night and the table of the command status name it', () => {
    const place = STILL_FROM + 9;
    const { status, gate } = nights[place] ?? {
      status: { date: FIRST, voices: null, notices: [], withoutFigures: [], providers: [] },
      gate: null,
    };
    expect(gate === null ? [] : reportLines(gate)).toContain(
      'warn: Frozen: the same figures under fresh dates, while others moved (1)',
    );
    const report = toStatusReport(status, null, Date.parse(`${DAYS[place]}T22:00:00Z`));
    expect(statusLines(report, (line) => line)).toContain(`frozen: CNB daily since ${SINCE} (not in GLOBAL)`);
  });
});

describe('after the last night', () => {
  it('the tree is byte for byte the one that is made from nothing', async () => {
    const fresh = freshFolder();
    await generate({ archiveDir, outDir: fresh, date: DAYS.at(-1) ?? FIRST, ...FACTS });
    expect([...readTree(fresh).keys()].length).toBeGreaterThan(100);
    expect(readTree(fresh)).toEqual(readTree(outDir));
  });

  it('the audit, which has its own idea of what is frozen, makes the same figures', () => {
    const law = readLaw('data');
    const evidence = readEvidence(archiveDir, readQuarantine(outDir));
    const compared = datesOf(evidence).map((date) => compareDay(outDir, date, globalOn(date, evidence, law, evidence)));
    expect(compared.flatMap(({ differences }) => differences)).toEqual([]);
    expect(compared.filter(({ figures }) => figures > 0)).toHaveLength(DAYS.length);
  });
});
