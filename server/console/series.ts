/** `ratetree series`: currencies through time, from the series of the tree. */
import { type Command, InvalidArgumentError } from 'commander';
import { LosslessNumber, stringify } from 'lossless-json';
import { z } from 'zod';
import { addDays, toIsoDate } from '../../generator/wire/calendar.ts';
import { InputError } from '../../generator/wire/input-error.ts';
import { type IsoDate, isoDate } from '../../generator/wire/schemas.ts';
import { SIDES, type Side } from '../../generator/wire/table.ts';
import { alignPoints, columns } from '../../generator/wire/terminal.ts';
import { askFor, figure } from './answers.ts';
import type { Asker } from './asker.ts';
import { consoleCommand, type OriginFlags, type Told, tell } from './program.ts';
import { readYear, type SeriesRow } from './series-year.ts';

export interface SeriesQuestion {
  /** With commas between them. */
  readonly currencies: string;
  readonly provider?: string;
  readonly from?: IsoDate;
  readonly to?: IsoDate;
}

/** How many days are shown unless --from says otherwise. */
const DAYS = 30;

const latest = z.looseObject({
  provider: z.string(),
  date: isoDate,
  base: z.string(),
  exchangeRates: z.record(z.string(), figure),
});

const EXAMPLES = [
  'ratetree series USD --provider TCMB     mid, bid and ask',
  'ratetree series USD,SEK,NOK             the mid rates of GLOBAL side by side',
  'ratetree series USD --from 2026-01-01 --to 2026-03-13',
  'ratetree series XAU --json > gold.json',
];

export function seriesCommand(): Command {
  return consoleCommand('series', 'currencies through time, per unit of the reference currency', EXAMPLES)
    .argument('<currencies>', 'with commas between them')
    .option('--provider <code>', 'whose rates (default: GLOBAL)')
    .option('--from <day>', `the first day (default: ${DAYS} days before the last one)`, toDay)
    .option('--to <day>', 'the last day (default: that of the newest fixing)', toDay)
    .action((currencies: string, flags: OriginFlags & Omit<SeriesQuestion, 'currencies'>) =>
      tell(flags, (asker) => toSeries(asker, { ...flags, currencies })),
    );
}

function toDay(text: string): IsoDate {
  const day = toIsoDate(text);
  if (day === null) throw new InvalidArgumentError('It must be a day, written YYYY-MM-DD.');
  return day;
}

export async function toSeries(asker: Asker, question: SeriesQuestion): Promise<Told> {
  // The service judges provider and currencies, and says which fixing is the newest.
  const { currencies, provider } = question;
  const { value } = await askFor(asker, latest, '/v1/latest', { provider, currencies });
  const { to = value.date, from = addDays(to, -DAYS) } = question;
  if (from > to) throw new InputError(`--from ${from} is after --to ${to}: swap them`);
  const codes = [
    ...new Set(
      currencies
        .toUpperCase()
        .split(',')
        .map((code) => code.trim()),
    ),
  ].filter((code) => code !== '');
  const series = await Promise.all(codes.map((code) => readSpan(asker, value.provider, code, from, to)));
  const byCode = codes.map((code, place) => ({ code, rows: series[place] ?? [] }));
  const headline = `1 ${value.base}, ${value.provider}, ${from} to ${to}`;
  const facts = { provider: value.provider, base: value.base, from, to };
  const json = stringify({
    ...facts,
    series: Object.fromEntries(byCode.map(({ code, rows }) => [code, rows.map(toFact)])),
  });
  return { lines: [headline, ...toTable(byCode)], json: json ?? '' };
}

async function readSpan(
  asker: Asker,
  provider: string,
  code: string,
  from: IsoDate,
  to: IsoDate,
): Promise<SeriesRow[]> {
  const years: string[] = [];
  for (
    let year = from.slice(0, 4);
    year <= to.slice(0, 4);
    year = addDays(isoDate.parse(`${year}-12-31`), 1).slice(0, 4)
  )
    years.push(year);
  const rows = await Promise.all(years.map((year) => readYear(asker, provider, code, year)));
  return rows.flat().filter(({ date }) => from <= date && date <= to);
}

interface Span {
  readonly code: string;
  readonly rows: readonly SeriesRow[];
}

/** One currency has a column for each side that is stated; several have one each for their mid rates. */
function toTable(spans: readonly Span[]): readonly string[] {
  const [only, ...others] = spans;
  const dates = [...new Set(spans.flatMap(({ rows }) => rows.map(({ date }) => date)))].sort();
  if (dates.length === 0) return ['There is no fixing with these currencies in this span; see --from and --to.'];
  const cellOf = ({ rows }: Span, date: string, side: Side) => rows.find((row) => row.date === date)?.[side] || '-';
  const heads =
    only !== undefined && others.length === 0
      ? SIDES.filter((side) => only.rows.some((row) => row[side] !== '')).map((side) => ({
          head: side.toUpperCase(),
          cells: dates.map((date) => cellOf(only, date, side)),
        }))
      : spans.map((span) => ({ head: span.code, cells: dates.map((date) => cellOf(span, date, 'mid')) }));
  const aligned = heads.map(({ head, cells }) => [head, ...alignPoints(cells)]);
  return columns(['DATE', ...dates].map((date, place) => [date, ...aligned.map((cells) => cells[place] ?? '')]));
}

function toFact({ date, ...sides }: SeriesRow) {
  const toNumber = (text: string) => (text === '' ? null : new LosslessNumber(text));
  return { date, ...Object.fromEntries(SIDES.map((side) => [side, toNumber(sides[side])])) };
}
