/**
 * A currency that a provider states for the first time has no step to judge. Its level is compared with what the others
 * state about the same days.
 */

import { canTestify } from '../feeds/provider.ts';
import { addDays } from '../wire/calendar.ts';
import { Ratio } from '../wire/decimal.ts';
import { lowerBound } from '../wire/order.ts';
import { type CurrencyCode, EUR, GLOBAL, type ProviderCode, USD } from '../wire/schemas.ts';
import type { Table } from '../wire/table.ts';
import type { FirstFigure } from './changes.ts';
import { growthOf } from './moves.ts';
import { type Finding, toFinding } from './report.ts';
import type { StatedFixings, TwoTrees } from './stated.ts';

/** The days about a figure for which others are asked, as in quarantine. */
const [DAYS_BEFORE, DAYS_AFTER] = [1, 3];
/** Another provider's figure confirms one that is nearer than this, as in quarantine. */
const AGREEMENT = Ratio.of(105n, 100n);
/** One provider that states something else may itself be wrong. */
const DENIALS_MIN = 2;
/** Significant digits of a figure in a sentence. */
const FIGURES_SHOWN = 10;

/** A figure of another provider, in units of the currency per one unit of the reference currency. */
interface Testimony {
  readonly provider: ProviderCode;
  readonly value: Ratio;
}

interface LevelFinding {
  readonly first: FirstFigure;
  readonly fixing: FirstFigure['fixing'];
  /** The nearest figure of another provider. */
  readonly nearest: Ratio;
  readonly finding: Finding;
}

export async function readLevelFindings(
  own: StatedFixings,
  firsts: readonly FirstFigure[],
  pairs: readonly TwoTrees[],
) {
  const findings: LevelFinding[] = [];
  if (own.subject.code === GLOBAL) return findings;
  const { code, definition } = own.subject;
  const others = pairs
    .map(({ tree }) => tree)
    .filter(
      ({ subject }) =>
        subject.code !== code && subject.definition !== null && canTestify(subject.definition, definition ?? {}),
    );
  for (const first of firsts) {
    const testimonies = (await Promise.all(others.map((other) => readTestimonies(own, other, first)))).flat();
    const deniers = new Set(testimonies.map(({ provider }) => provider));
    const isConfirmed = testimonies.some(({ value }) => isNear(value, first.point.value));
    if (isConfirmed || deniers.size < DENIALS_MIN) continue;
    const nearest = nearestOf(first, testimonies);
    const finding = toLevelFinding(own.subject.code, first, testimonies, nearest);
    findings.push({ first, fixing: first.fixing, nearest, finding });
  }
  return findings;
}

/** What the other states itself, or else per euro or dollar, with the provider's own figure of those. */
async function readTestimonies(own: StatedFixings, other: StatedFixings, first: FirstFigure): Promise<Testimony[]> {
  const { currency, reference, point, fixing } = first;
  const [since, until] = [addDays(point.date, -DAYS_BEFORE), addDays(point.date, DAYS_AFTER)];
  const { dates } = other;
  const days = dates.slice(
    lowerBound(dates, (date) => date < since),
    lowerBound(dates, (date) => date <= until),
  );
  if (days.length === 0) return [];
  const table = await own.table(fixing);
  const found: Testimony[] = [];
  for (const day of days) {
    const theirs = await other.table(day);
    const value = crossOf(theirs, currency, reference) ?? pivotedCross(theirs, table, currency);
    if (value !== null) found.push({ provider: other.subject.code, value });
  }
  return found;
}

function crossOf({ figures }: Table, currency: CurrencyCode, per: CurrencyCode): Ratio | null {
  const [own, unit] = [figures.get(currency)?.mid, figures.get(per)?.mid];
  return own == null || unit == null ? null : own.over(unit);
}

/** The provider's own figure of the currency is not used for itself. */
function pivotedCross(theirs: Table, own: Table, currency: CurrencyCode): Ratio | null {
  for (const pivot of [EUR, USD]) {
    const [cross, ofPivot] = [crossOf(theirs, currency, pivot), own.figures.get(pivot)?.mid];
    if (pivot !== currency && cross !== null && ofPivot != null) return cross.times(ofPivot);
  }
  return null;
}

function isNear(left: Ratio, right: Ratio): boolean {
  return growthOf(left, right).compareTo(AGREEMENT) <= 0;
}

function nearestOf({ point }: FirstFigure, testimonies: readonly Testimony[]): Ratio {
  const off = ({ value }: Testimony) => growthOf(value, point.value);
  return testimonies.reduce((best, one) => (off(one).compareTo(off(best)) < 0 ? one : best)).value;
}

function toLevelFinding(
  provider: ProviderCode,
  first: FirstFigure,
  testimonies: readonly Testimony[],
  nearest: Ratio,
): Finding {
  const { fixing, currency, reference, point } = first;
  const names = [...new Set(testimonies.map((one) => one.provider))];
  const [stated, theirs] = [point.value, nearest].map((value) => value.roundSignificant(FIGURES_SHOWN));
  const others = `${names.slice(0, 5).join(', ')}${names.length > 5 ? ` and ${names.length - 5} more` : ''}`;
  const words = `${provider} ${fixing}: ${currency} begins at ${stated} per ${reference}; the nearest of ${others} is ${theirs}`;
  return toFinding('level', provider, {
    subject: `${fixing} ${currency}`,
    figures: [point.date, `${point.value}`],
    words,
  });
}
