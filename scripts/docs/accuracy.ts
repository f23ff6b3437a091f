/**
 * Writes docs/accuracy.md and, by currency, data/accuracy.csv: GLOBAL made without the ECB, compared with what the ECB
 * published, from recorded answers.
 * node build/scripts/docs/accuracy.js [RECORDINGS…]
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { packageRoot } from '../../generator/kit/package.ts';
import { exclusionOf, toGlobal } from '../../generator/rates/blend/global.ts';
import { History } from '../../generator/rates/blend/history.ts';
import { deviationOf } from '../../generator/rates/compare/comparing.ts';
import { toQuarantined } from '../../generator/rates/quarantine/quarantine.ts';
import { type SpanSource, toGlobalSource } from '../../generator/release/tree/read/sources.ts';
import { readCurrencies } from '../../generator/sources/facts/currencies.ts';
import { readPegs } from '../../generator/sources/facts/pegs.ts';
import { parseIsoDate, utcDay } from '../../generator/wire/words/calendar.ts';
import { InputError } from '../../generator/wire/words/input-error.ts';
import type { IsoDate } from '../../generator/wire/words/schemas.ts';
import { type Deviation, deviationList, groupTable } from './deviations.ts';
import { replaceBlock } from './page-block.ts';
import { parseProvenance } from './provenance.ts';
import { collectRecordings } from './recordings.ts';

/** How many other banks must have a list of the same date. */
const OTHERS_MIN = 3;

const root = packageRoot();
const named = process.argv.slice(2);
const recordings =
  named.length > 0
    ? named
    : ['feeds', 'feeds-new', 'feeds-3', 'feeds-4'].map((name) => join(root, '..', 'shared', name));
const page = join(root, 'docs', 'accuracy.md');
const archive = mkdtempSync(join(tmpdir(), 'ratetree-accuracy-'));
try {
  const { words, deviations } = await measure();
  writeFileSync(page, replaceBlock(readFileSync(page, 'utf8'), 'measured', words));
  writeFileSync(join(root, 'data', 'accuracy.csv'), deviationList(deviations));
} finally {
  rmSync(archive, { recursive: true });
}

async function measure(): Promise<{ readonly words: string; readonly deviations: readonly Deviation[] }> {
  const holdings = await collectRecordings(recordings, archive, utcDay(Date.now()));
  const ecb = holdings.find(({ definition }) => definition.code === 'ECB');
  if (ecb === undefined)
    throw new InputError(`${recordings.join(' and ')} have no recording of the ECB: name other folders`);
  const published = new History(ecb.definition, ecb.archive);
  // The ECB is not a witness either: a figure that only the ECB could confirm stays in quarantine.
  const others = holdings.filter((holding) => holding !== ecb);
  const heldBack = new Set(toQuarantined(others).map(({ row }) => row));
  const histories = others.map(({ definition, archive: own }) => new History(definition, own, heldBack));
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
  const due = published.dates.filter((date) => lists(date) >= OTHERS_MIN);
  const measured = due.map((date) => deviationsOn(date, global, published, lists(date)));
  const withFixing = measured.filter((deviations) => deviations.length > 0);
  const deviations = withFixing.flat();
  const heldDates = withFixing.map(([first]) => first?.date ?? '');
  const words = [
    `${contributors.length} banks without the ECB. ${due.length} dates on which the ECB and at least ${OTHERS_MIN} of them have a list;`,
    `on ${due.length - withFixing.length} of these GLOBAL without the ECB has no fixing, since it could not state 20 currencies or nine tenths of those`,
    `quoted. Left are ${withFixing.length}, from ${heldDates[0]} to ${heldDates.at(-1)}.`,
    '',
    'Deviations in basis points (0.01 %):',
    '',
    groupTable(deviations),
  ].join('\n');
  return { words, deviations };
}

function deviationsOn(date: IsoDate, global: SpanSource, published: History, lists: number): readonly Deviation[] {
  const built = global.build(date);
  if ('gap' in built) return [];
  const { figures, currencies } = parseProvenance(built.provenance);
  const methods = new Map(currencies.map((row) => [row.currency, row.method ?? '']));
  const used = figures.filter(({ use }) => use?.startsWith('used')).map(({ currency }) => currency);
  return [...published.fixing(date).quotations].flatMap(([currency, { mid }]): Deviation[] => {
    const figure = built.table.figures.get(currency)?.mid ?? null;
    if (mid === null || figure === null) return [];
    const banks = used.filter((code) => code === currency).length;
    return [{ currency, date, size: deviationOf(figure, mid), banks, method: methods.get(currency) ?? '', lists }];
  });
}
