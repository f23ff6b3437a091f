/**
 * A currency that a provider states for the first time has no step to judge. Its level is compared with what the others
 * state about the same days.
 */

import type { ProviderDefinition } from '../feeds/provider.ts';
import { groupBy } from '../kit/group.ts';
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
} from '../quarantine/witness-rates.ts';
import { toFigure, toNames } from '../quarantine/words.ts';
import type { Table } from '../wire/answers/table.ts';
import type { Ratio } from '../wire/exact/decimal.ts';
import type { CurrencyCode, IsoDate, ProviderCode } from '../wire/words/schemas.ts';
import type { FirstFigure } from './changes.ts';
import { type Finding, toFinding } from './report.ts';
import type { StatedFixings, TwoTrees } from './stated.ts';

export interface LevelFinding {
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

/** @param firsts of one provider */
export async function readLevelFindings(
  own: StatedFixings,
  firsts: readonly FirstFigure[],
  pairs: readonly TwoTrees[],
): Promise<readonly LevelFinding[]> {
  const { code, definition } = own.subject;
  if (definition === null) return [];
  const others = pairs.map(({ tree }) => tree).filter((other) => isWitnessTree(other, definition));
  const findings: LevelFinding[] = [];
  for (const [fixing, group] of groupBy(firsts, (first) => first.fixing)) {
    const cases = await Promise.all(
      group.map(async (first) => ({ first, others: await readOthers(others, first.point.date) })),
    );
    for (const { first, against } of contradicted(await own.table(fixing), cases)) {
      findings.push(toLevelFinding(code, first, against));
    }
  }
  return findings;
}

function isWitnessTree({ subject: { definition } }: StatedFixings, doubted: ProviderDefinition): boolean {
  return definition !== null && isWitness(definition, doubted);
}

async function readOthers(others: readonly StatedFixings[], date: IsoDate): Promise<readonly Stated[]> {
  const days = daysAbout(date);
  const stated = others.map((other) =>
    Promise.all(
      days
        .filter((day) => other.hasFixing(day))
        .map(async (day) => ({ provider: other.subject.code, quotes: toQuotes(await other.table(day)) })),
    ),
  );
  return (await Promise.all(stated)).flat();
}

/**
 * First dollars and euros are judged before all others, as in quarantine: those that others contradict confirm nothing,
 * and while they are judged themselves, none of them does.
 */
function contradicted(table: Table, cases: readonly Case[]) {
  const bridges = cases.filter(({ first }) => BRIDGES.includes(first.currency));
  let doubted: ReadonlySet<string> = new Set(bridges.map(({ first }) => first.currency));
  const judge = (own: readonly Case[]) =>
    own.flatMap(({ first, others }) => {
      const against = contradictionsOf(first.point.value, witnessRatesOf(first, others, toBridges(table, doubted)));
      return against.length === 0 ? [] : [{ first, against }];
    });
  for (let round = 0; round < 2; round++) doubted = new Set(judge(bridges).map(({ first }) => first.currency));
  return judge(cases);
}

/** @param doubted currencies of this fixing that do not stand */
export function toBridges(table: Table, doubted: ReadonlySet<string>): OwnBridges {
  const any = toQuotes(table);
  const standing = { ...any, unitsOf: (currency: string) => (doubted.has(currency) ? null : any.unitsOf(currency)) };
  return { standing, any };
}

function witnessRatesOf(
  { reference, currency }: FirstFigure,
  others: readonly Stated[],
  own: OwnBridges,
): readonly WitnessRate[] {
  return others.flatMap(({ provider, quotes }) => witnessRates(provider, quotes, own, reference, currency));
}

export function toQuotes({ reference, figures }: Table): Quotes {
  return { reference, unitsOf: (currency) => figures.get(currency as CurrencyCode)?.mid ?? null };
}

/** @param against at least one */
export function toLevelFinding(
  provider: ProviderCode,
  first: FirstFigure,
  against: readonly WitnessRate[],
): LevelFinding {
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
