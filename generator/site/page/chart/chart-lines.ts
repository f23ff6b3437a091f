/** The line of one provider in a chart: its figures, and where it is broken. */
import type { ProviderStatus, Status } from '../../../wire/answers/status.ts';
import { earlierOf, laterOf, type PeriodKind, periodOf } from '../../../wire/words/calendar.ts';
import type { IsoDate, Provider } from '../../../wire/words/schemas.ts';
import { type Host, seriesOf, spanOf as seriesSpanOf } from '../base/asking.ts';
import { askedOf } from '../base/fixings.ts';
import { readProvenance, recordsOf } from '../base/provenance.ts';
import type { PageSource } from '../base/source.ts';
import { readAverages } from './averages.ts';
import type { ChartPoint, Line } from './line.ts';
import { type PrintedWay, readPoints, yearsOf } from './series.ts';

/** A longer silence breaks the line: weekends and feasts do not. */
const BREAK_DAYS = { day: 5, month: 35, quarter: 95, year: 370 } as const;

export interface LinesWanted {
  readonly base: string;
  readonly currency: string;
  readonly from: IsoDate;
  readonly to: IsoDate;
  /** The period of which averages are wanted; null for each fixing. */
  readonly by: PeriodKind | null;
  readonly printed: PrintedWay | null;
}

export async function readLine(
  source: PageSource,
  provider: Provider,
  known: Status,
  asked: LinesWanted,
): Promise<Line> {
  const facts = factsOf(provider, known);
  const points = await readFigures(source, provider, known, asked);
  const { by } = asked;
  const gaps = by === null ? (facts?.gaps ?? []).filter(({ reason }) => reason !== 'holiday') : [];
  const isMonthly = points.length > 1 && points.every(({ date }) => date.endsWith('-01'));
  const breakDays = BREAK_DAYS[by ?? (isMonthly ? 'month' : 'day')];
  const kind = by !== null ? `mean of the ${by}` : provider.code === 'GLOBAL' ? 'blend of banks' : '';
  return { name: provider.code, kind, by, points, breakDays, gaps };
}

/** The requests for what the line shows: one of a gateway, and of a plain host the files. */
export function addressesOf(host: Host, provider: Provider, known: Status, asked: LinesWanted): readonly string[] {
  const { base, currency, by } = asked;
  const { from, to } = spanOf(factsOf(provider, known), asked);
  const rates = askedOf(provider, base);
  // Any other cross rate is made here from two currencies that the provider states.
  const isCrossed = host === 'gateway' && rates.choosesBase;
  const codes = isCrossed ? [currency] : [base, currency].filter((code) => code !== provider.referenceCurrency);
  if (host === 'gateway') return [seriesSpanOf(rates, codes.join(','), from, to, by)];
  return codes.flatMap((code) => yearsOf({ from, to }).map((year) => seriesOf(provider.code, code, year)));
}

/** Files of years or currencies that the provider never had are not asked for. */
async function readFigures(
  source: PageSource,
  provider: Provider,
  known: Status,
  asked: LinesWanted,
): Promise<readonly ChartPoint[]> {
  const { code, referenceCurrency: reference } = provider;
  const { base, currency, by, printed } = asked;
  const facts = factsOf(provider, known);
  const { from, to } = spanOf(facts, asked);
  const isQuoted = (one: string) => one === reference || Object.hasOwn(facts?.currencies ?? {}, one);
  if (facts === null || !isQuoted(base) || !isQuoted(currency) || from > to) return [];
  const wanted = { provider: code, asked: askedOf(provider, base), reference, base, currency, from, to, printed };
  if (by === null) return readPoints(source, wanted);
  const isInverse = () => publishesInverse(source, code, facts.last);
  return readAverages(source, { ...wanted, by, isInverse });
}

export function factsOf({ code }: Provider, { providers }: Status): ProviderStatus | null {
  return providers.find(({ provider }) => provider === code) ?? null;
}

/** As far as the provider has fixings. Averages are of whole periods, also where the span begins or ends within one. */
function spanOf(facts: ProviderStatus | null, { by, ...asked }: LinesWanted): Pick<LinesWanted, 'from' | 'to'> {
  const from = by === null ? asked.from : periodOf(asked.from, by).first;
  const to = by === null ? asked.to : periodOf(asked.to, by).last;
  if (facts === null) return { from, to };
  return { from: [from, facts.first, renamedOn(facts)].reduce(laterOf), to: earlierOf(to, facts.last) };
}

/** The day on which its present currency began: its files name none, and kuna of before are not to be drawn as euro. */
function renamedOn({ references = [], first }: ProviderStatus): IsoDate {
  return references.at(-1)?.from ?? first;
}

/** What the chart leaves out, in words; null if that is nothing. */
export function leftOut({ code }: Provider, known: Status, { from }: Pick<LinesWanted, 'from'>): string | null {
  const facts = known.providers.find(({ provider }) => provider === code);
  const [before, now] = facts?.references?.slice(-2) ?? [];
  if (before === undefined || now === undefined || from >= now.from) return null;
  return `Before ${now.from} ${code} stated its figures in ${before.currency}; they are not in this chart.`;
}

/** By the newest figures: nobody has turned them round within a series. */
async function publishesInverse(source: PageSource, code: string, last: string): Promise<boolean> {
  if (code === 'GLOBAL') return false;
  const { figures: rows, reference } = await readProvenance(source, code, last);
  return recordsOf<'quote'>(rows).every(({ quote }) => quote === reference);
}
