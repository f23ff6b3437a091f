/**
 * Writes docs/accuracy.md and, by currency, data/accuracy.csv: GLOBAL made without the ECB, compared with what the ECB
 * published, and likewise for other banks in turn, from recorded answers.
 * node build/scripts/docs/accuracy.js [RECORDINGS…]
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { packageRoot } from '../../generator/kit/package.ts';
import { type Fixing, midOf, ownCodes } from '../../generator/rates/blend/fixing.ts';
import { exclusionOf, toGlobal } from '../../generator/rates/blend/global.ts';
import { History } from '../../generator/rates/blend/history.ts';
import { deviationOf } from '../../generator/rates/compare/comparing.ts';
import { toQuarantined } from '../../generator/rates/quarantine/quarantine.ts';
import { type SpanSource, toGlobalSource } from '../../generator/release/tree/read/sources.ts';
import type { DatedHolding } from '../../generator/sources/archive/archive.ts';
import { readCurrencies } from '../../generator/sources/facts/currencies.ts';
import { readPegs } from '../../generator/sources/facts/pegs.ts';
import { Ratio } from '../../generator/wire/exact/decimal.ts';
import { parseIsoDate, utcDay, weekday } from '../../generator/wire/words/calendar.ts';
import { InputError } from '../../generator/wire/words/input-error.ts';
import { type CurrencyCode, EUR, type IsoDate, USD } from '../../generator/wire/words/schemas.ts';
import { type Deviation, deviationList, groupTable, sizesOf } from './deviations.ts';
import { replaceBlock } from './page-block.ts';
import { parseProvenance } from './provenance.ts';
import { collectRecordings } from './recordings.ts';

/** How many other banks must have a list of the same date. */
const OTHERS_MIN = 3;
/** Those with most figures on dates on which GLOBAL without them has a fixing. */
const LEFT_OUT = ['ECB', 'BNR', 'BOB', 'BOC', 'CBK', 'CBS', 'CNB', 'DNB', 'RBA'];

const root = packageRoot();
const named = process.argv.slice(2);
const recordings =
  named.length > 0
    ? named
    : ['feeds', 'feeds-new', 'feeds-3', 'feeds-4'].map((name) => join(root, '..', 'shared', name));
const page = join(root, 'docs', 'accuracy.md');
const archive = mkdtempSync(join(tmpdir(), 'ratetree-accuracy-'));
try {
  const holdings = await collectRecordings(recordings, archive, utcDay(Date.now()));
  const [ecb, ...others] = LEFT_OUT.map((code) => measureWithout(code, holdings));
  if (ecb === undefined) throw new TypeError('no bank is left out');
  const text = replaceBlock(readFileSync(page, 'utf8'), 'measured', toWords(ecb));
  writeFileSync(page, replaceBlock(text, 'banks in turn', bankTable([ecb, ...others])));
  writeFileSync(join(root, 'data', 'accuracy.csv'), deviationList(ecb.perEuro));
} finally {
  rmSync(archive, { recursive: true });
}

interface Measured {
  readonly bank: string;
  /** How many others contribute. */
  readonly contributors: number;
  /** Dates on which the bank and enough others have a list. */
  readonly due: number;
  readonly perEuro: readonly Deviation[];
  readonly perDollar: readonly Deviation[];
}

function measureWithout(bank: string, holdings: readonly DatedHolding[]): Measured {
  const own = holdings.find(({ definition }) => definition.code === bank);
  if (own === undefined)
    throw new InputError(`${recordings.join(' and ')} have no recording of ${bank}: name other folders`);
  const published = new History(own.definition, own.archive);
  // It is not a witness either: a figure that only this bank could confirm stays in quarantine.
  const others = holdings.filter((holding) => holding !== own);
  const heldBack = new Set(toQuarantined(others).map(({ row }) => row));
  const histories = others.map(({ definition, archive: rows }) => new History(definition, rows, heldBack));
  const contributors = histories.filter(({ definition }) => exclusionOf(definition) === null);
  const global = toGlobalSource(
    toGlobal({
      histories,
      pegs: readPegs(),
      currencies: readCurrencies(),
      newestFetch: published.dates.at(-1) ?? parseIsoDate('1999-01-01'),
    }),
  );
  const datesHeld = contributors.map(({ dates }) => new Set(dates));
  const lists = (date: IsoDate) => datesHeld.filter((dates) => dates.has(date)).length;
  const whole = published.dates.filter((date) => !published.isBroken(date));
  const due = whole.filter((date) => lists(date) >= OTHERS_MIN);
  const measured = due.map((date) => deviationsOn(published.fixing(date), global, lists(date)));
  return {
    bank,
    contributors: contributors.length,
    due: due.length,
    perEuro: measured.flatMap(({ perEuro }) => perEuro),
    perDollar: measured.flatMap(({ perDollar }) => perDollar),
  };
}

function toWords({ bank, contributors, due, perEuro }: Measured): string {
  const dates = [...new Set(perEuro.map(({ date }) => date))];
  return [
    `${contributors} banks without the ${bank}. ${due} dates on which the ${bank} and at least ${OTHERS_MIN} of them have a list;`,
    `on ${due - dates.length} of these GLOBAL without the ${bank} has no fixing, since it could not state 20 currencies or nine tenths of those`,
    `quoted. Left are ${dates.length}, from ${dates[0]} to ${dates.at(-1)}.`,
    '',
    'Deviations in basis points (0.01 %):',
    '',
    groupTable(perEuro),
  ].join('\n');
}

/** GLOBAL of the day on which the bank made the list, beside the list: both per EUR, and both per USD. */
function deviationsOn(fixing: Fixing, global: SpanSource, lists: number): Pick<Measured, 'perEuro' | 'perDollar'> {
  const { date, made } = fixing;
  const built = weekday(made) <= 5 ? global.build(made) : { gap: '' };
  if ('gap' in built) return { perEuro: [], perDollar: [] };
  const { figures, currencies } = parseProvenance(built.provenance);
  const methods = new Map(currencies.map((row) => [row.currency, row.method ?? '']));
  const used = figures.filter(({ use }) => use?.startsWith('used')).map(({ currency }) => currency);
  const figureOf = (code: CurrencyCode) => built.table.figures.get(code)?.mid ?? (code === EUR ? Ratio.one : null);
  const against = (base: CurrencyCode): readonly Deviation[] => {
    const [ours, theirs] = [figureOf(base), midOf(base, fixing)];
    if (ours === null || theirs === null) return [];
    return ownCodes(fixing).flatMap((currency): Deviation[] => {
      const [figure, mid] = [figureOf(currency), midOf(currency, fixing)];
      if (mid === null || figure === null || currency === base) return [];
      const banks = used.filter((code) => code === currency).length;
      const size = deviationOf(figure.over(ours), mid.over(theirs));
      return [{ currency, date, size, banks, method: methods.get(currency) ?? '', lists }];
    });
  };
  return { perEuro: against(EUR), perDollar: against(USD) };
}

function bankTable(measured: readonly Measured[]): string {
  const rows = measured.map(({ bank, perEuro, perDollar }) => {
    return `| ${[bank, ...sizesOf(perEuro), ...sizesOf(perDollar).slice(1)].join(' | ')} |`;
  });
  return [
    '| without | figures | per EUR: median | 95th percentile | within 1 % | per USD: median | 95th percentile | within 1 % |',
    '|---|---|---|---|---|---|---|---|',
    ...rows,
  ].join('\n');
}
