/**
 * The files in the form of the ECB's. They change with every fixing, the longest of them too: what a year states is
 * remembered, so that a night reads the series of the years that have changed and no others.
 */
import type { Day } from '../../../wire/answers/ecb-files.ts';
import { figuresOfRow } from '../../../wire/answers/exact-series.ts';
import { ecbPath } from '../../../wire/answers/paths.ts';
import { FILES_IN_TREE } from '../../../wire/answers/reference-files.ts';
import type { FileEntry, Reference } from '../../../wire/release/manifest.ts';
import { digestOf } from '../../../wire/words/hash.ts';
import { getOrInsert } from '../../../wire/words/maps.ts';
import { compareTexts } from '../../../wire/words/order.ts';
import { PLACES_MAX } from '../../../wire/words/places.ts';
import type { CurrencyCode, IsoDate, Provider } from '../../../wire/words/schemas.ts';
import type { TreeFile } from '../read/tree-options.ts';
import { rowsOfYear } from '../render/series-files.ts';
import type { BuiltProvider } from './provider-tree.ts';
import type { ProviderSetting } from './year-part.ts';

/** Part of every digest, so that a change of this text makes all of them again. */
const FILES = 'ratetree-reference-files-1';

type Setting = Pick<ProviderSetting, 'inForce' | 'memory'>;
/** The rates of a day, in the order of codes. */
type Line = readonly [date: IsoDate, rates: readonly (readonly [CurrencyCode, string])[]];

/** Those that the tree in force has are taken over if nothing has changed. */
export function referenceFiles(
  built: BuiltProvider,
  facts: Provider | undefined,
  setting: Setting,
): readonly (TreeFile | FileEntry)[] {
  const { latest, digest } = built;
  const { inForce, memory } = setting;
  const files = [...(FILES_IN_TREE.get(built.facts.provider) ?? [])];
  if (latest === null || facts === undefined || files.length === 0) return [];
  const name = `reference/${facts.code}`;
  const key = digestOf([FILES, digest, latest, facts.description]);
  const before = files.flatMap(([file]) => inForce.lists().get(ecbPath(facts.code, file)) ?? []);
  if (memory.keeps(name, key) && before.length === files.length) {
    memory.keepAll(`${name}/`);
    return before;
  }
  memory.note(name, key, '');
  const dates = (built.index()?.fixings ?? []).map(({ date }) => date).filter((date) => date <= latest);
  const chosen = files.map(([file, form]) => ({ file, form, dates: form.choose(dates, latest) }));
  const years = new Set(chosen.flatMap((one) => one.dates.map((date) => date.slice(0, 4))));
  const days = new Map([...years].flatMap((year) => daysOf(built, year, setting).map((day) => [day.date, day])));
  return chosen.map(({ file, form, dates: own }) => {
    const newestFirst = own.flatMap((date) => days.get(date) ?? { date, rates: new Map() }).reverse();
    return { path: ecbPath(facts.code, file), bytes: Buffer.from(form.write(newestFirst, facts)) };
  });
}

function daysOf({ facts, node }: BuiltProvider, year: string, { inForce, memory }: Setting): readonly Day[] {
  const reference = node.years[year];
  if (reference === undefined) return [];
  const key = digestOf([FILES, reference[1]]);
  const text = memory.remember(`reference/${facts.provider}/${year}`, key, () =>
    JSON.stringify(linesOf(reference, inForce)),
  );
  return (JSON.parse(text) as readonly Line[]).map(([date, rates]) => ({ date, rates: new Map(rates) }));
}

/** What the series of the year state. */
function linesOf(year: Reference, { objects }: Setting['inForce']): readonly Line[] {
  const { series } = objects.year(year);
  if (series === null) return [];
  objects.fetchSeries(series);
  const lines = new Map<IsoDate, [CurrencyCode, string][]>();
  for (const { currency, date, row } of rowsOfYear(objects, series)) {
    const { mid } = figuresOfRow(row);
    if (mid !== null) getOrInsert(lines, date, () => []).push([currency, mid.round(PLACES_MAX)]);
  }
  return [...lines].sort(([left], [right]) => compareTexts(left, right));
}
