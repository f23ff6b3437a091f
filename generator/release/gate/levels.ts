/**
 * A currency that a provider states for the first time has no step to judge. Its level is compared with what the others
 * state about the same days.
 */

import { groupBy } from '../../kit/items.ts';
import { exclusionOf } from '../../rates/blend/global.ts';
import { WINDOW_DAYS } from '../../rates/blend/voices.ts';
import { isNear, toFigure, toNames, UNITS } from '../../rates/quarantine/steps.ts';
import {
  BRIDGES,
  contradictionsOf,
  daysAbout,
  isWitness,
  nearestOf,
  type OwnBridges,
  type Quotes,
  type WitnessRate,
  witnessRates,
} from '../../rates/quarantine/witness-rates.ts';
import type { Table } from '../../wire/answers/table.ts';
import type { Ratio } from '../../wire/exact/decimal.ts';
import { addDays } from '../../wire/words/calendar.ts';
import { within } from '../../wire/words/order.ts';
import type { CurrencyCode, IsoDate, ProviderCode } from '../../wire/words/schemas.ts';
import type { FirstFigure } from './changes.ts';
import { type Finding, toFinding } from './report.ts';
import type { StatedFixings, TwoTrees } from './stated.ts';

interface LevelFinding {
  readonly first: FirstFigure;
  /** The nearest figure of another provider. */
  readonly nearest: Ratio;
  readonly finding: Finding;
}

/** What another provider states on a day about the figure. */
interface Stated {
  readonly provider: ProviderCode;
  readonly quotes: Quotes;
}

interface Case {
  readonly first: FirstFigure;
  readonly others: readonly Stated[];
}

/** @param firsts of one provider. Those that are no voice are known to be far from all others. */
export async function readLevelFindings(
  own: StatedFixings,
  firsts: readonly FirstFigure[],
  pairs: readonly TwoTrees[],
): Promise<readonly LevelFinding[]> {
  const { code, definition } = own.subject;
  if (definition === null) return [];
  const isOther = ({ subject }: StatedFixings) =>
    subject.definition !== null && isWitness(subject.definition, definition);
  const others = pairs.map(({ tree }) => tree).filter(isOther);
  const findings: LevelFinding[] = [];
  const { noVoice = {} } = definition;
  const heard = firsts.filter(({ currency }) => !(currency in noVoice));
  for (const [fixing, group] of groupBy(heard, (first) => first.fixing)) {
    const cases: Case[] = [];
    for (const first of group) cases.push({ first, others: await readOthers(others, first.point.date) });
    for (const { first, against } of contradicted(await own.table(fixing), cases)) {
      findings.push(toLevelFinding(code, first, against));
    }
  }
  return findings;
}

async function readOthers(others: readonly StatedFixings[], date: IsoDate): Promise<readonly Stated[]> {
  const stated: Stated[] = [];
  for (const other of others) {
    for (const day of daysAbout(date).filter((one) => other.hasFixing(one)))
      stated.push({ provider: other.subject.code, quotes: toQuotes(await other.table(day)) });
  }
  return stated;
}

/**
 * First dollars and euros are judged before all others, as in quarantine: those that others contradict confirm nothing,
 * and while they are judged themselves, none of them does.
 */
function contradicted(table: Table, cases: readonly Case[]) {
  const bridges = cases.filter(({ first }) => BRIDGES.includes(first.currency));
  let doubted: ReadonlySet<string> = new Set(bridges.map(({ first }) => first.currency));
  const judge = (chosen: readonly Case[]) =>
    chosen.flatMap(({ first, others }) => {
      const [{ reference, currency }, own] = [first, toBridges(table, doubted)];
      const rates = others.flatMap(({ provider, quotes }) => witnessRates(provider, quotes, own, reference, currency));
      const against = contradictionsOf(first.point.value, rates);
      return against.length === 0 ? [] : [{ first, against }];
    });
  for (let round = 0; round < 2; round++) doubted = new Set(judge(bridges).map(({ first }) => first.currency));
  return judge(cases);
}

/** @param doubted currencies of this fixing that do not stand */
function toBridges(table: Table, doubted: ReadonlySet<string>): OwnBridges {
  const any = toQuotes(table);
  const standing = { ...any, unitsOf: (currency: string) => (doubted.has(currency) ? null : any.unitsOf(currency)) };
  return { standing, any };
}

function toQuotes({ reference, figures }: Table): Quotes {
  return { reference, unitsOf: (currency) => figures.get(currency as CurrencyCode)?.mid ?? null };
}

/** @param against at least one */
function toLevelFinding(provider: ProviderCode, first: FirstFigure, against: readonly WitnessRate[]): LevelFinding {
  const { fixing, currency, reference, point } = first;
  const nearest = nearestOf(point.value, against);
  const others = toNames(against.map((one) => one.provider));
  const begins = `${currency} begins at ${toFigure(point.value)} per ${reference}`;
  const finding = toFinding('level', provider, {
    subject: `${fixing} ${currency}`,
    figures: [point.date, `${point.value}`],
    words: `${provider} ${fixing}: ${begins}; the nearest of ${others} is ${toFigure(nearest)}`,
  });
  return { first, nearest, finding };
}

/**
 * A currency that GLOBAL states for the first time, from one bank alone, is compared with what other banks stated in
 * the weeks before: GLOBAL has no earlier figure from which a step could be seen. BDI had 28.56 Cuban pesos per euro on
 * 11 February 2026. NBP alone states the peso of 4 March, on which GLOBAL has it for the first time, and calls it a
 * dollar: 1.16. A move of less than twofold may have happened meanwhile.
 */
export async function readFirstsOfGlobal(
  global: StatedFixings,
  firsts: readonly FirstFigure[],
  pairs: readonly TwoTrees[],
): Promise<readonly LevelFinding[]> {
  const findings: LevelFinding[] = [];
  for (const [fixing, group] of groupBy(firsts, (first) => first.fixing)) {
    const { lists } = await global.origins(fixing);
    for (const first of group) {
      const [source, second] = lists.get(first.currency)?.providers ?? [];
      if (source === undefined || second !== undefined) continue;
      const rates = await readRates(global, first, source, pairs);
      if (rates.length === 0 || rates.some(({ rate }) => isNear(rate, first.point.value, UNITS))) continue;
      findings.push(toLevelFinding(global.subject.code, first, rates));
    }
  }
  return findings;
}

/** The newest figure of each other contributor in the days before the fixing. */
async function readRates(
  global: StatedFixings,
  { fixing, reference, currency }: FirstFigure,
  source: string,
  pairs: readonly TwoTrees[],
): Promise<readonly WitnessRate[]> {
  const own = toBridges(await global.table(fixing), new Set());
  const rates: WitnessRate[] = [];
  for (const { tree } of pairs) {
    const { code, definition } = tree.subject;
    if (definition === null || code === source || exclusionOf(definition) !== null) continue;
    const date = await newestWith(tree, currency, fixing);
    if (date !== null) rates.push(...witnessRates(code, toQuotes(await tree.table(date)), own, reference, currency));
  }
  return rates;
}

async function newestWith(tree: StatedFixings, currency: CurrencyCode, until: IsoDate): Promise<IsoDate | null> {
  for (const date of within(tree.dates, addDays(until, 1 - WINDOW_DAYS), until).toReversed()) {
    if ((await tree.table(date)).figures.has(currency)) return date;
  }
  return null;
}
