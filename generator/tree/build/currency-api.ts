/**
 * The files of currency-api: those of the newest fixing of GLOBAL, and of each of the newest days. A folder whose fixing
 * has not changed is taken over from the tree in force.
 */
import { toCompact, toCurrencyFile, toLines, toNamesFile } from '../../wire/answers/currency-api-files.ts';
import { CURRENCY_API_FOLDER, type CurrencyApiVersion, currencyApiPath, tablePath } from '../../wire/answers/paths.ts';
import { CONVERT_AGE_DAYS_MAX, datesWithin, referenceOn } from '../../wire/answers/provider-index.ts';
import { parseTable, type Table } from '../../wire/answers/table.ts';
import { quotes, toConversion } from '../../wire/answers/views.ts';
import { Decimal } from '../../wire/exact/decimal.ts';
import type { Reference, RootNode } from '../../wire/release/manifest.ts';
import { addDays } from '../../wire/words/calendar.ts';
import { digestOf } from '../../wire/words/hash.ts';
import type { Currency, IsoDate } from '../../wire/words/schemas.ts';
import type { TreeFile } from '../read/tree-options.ts';
import type { BuiltProvider } from './provider-tree.ts';
import type { ProviderSetting } from './year-part.ts';

/** Part of every digest, so that a change of this text makes all of them again. */
const FILES = 'ratetree-currency-api-2';
/** How many of the newest days have a folder. */
const DAYS = 15;
const WRITERS = [
  ['', toLines],
  ['.min', toCompact],
] as const;

type Setting = Pick<ProviderSetting, 'inForce' | 'writer'>;

/** @param currencies as `v1/currencies.json` lists them */
export function currencyApiFolders(
  global: BuiltProvider,
  currencies: readonly Currency[],
  { inForce, writer }: Setting,
): NonNullable<RootNode['folders']> {
  const named = currencies.filter(({ obsolete }) => !obsolete);
  const names = digestOf(named.map(({ code, name }) => `${code} ${name}`));
  const folders: Record<string, Reference> = {};
  for (const [version, fixing] of fixingsOf(global)) {
    const day = dayOf(global, fixing, inForce);
    const digest = digestOf([FILES, version, day[1], names]);
    const before = inForce.root?.folders?.[version];
    const made = () => writer.putAll(filesOf(version, tableOf(global, fixing, day, inForce), named), digest);
    const folder = before?.[0] === digest ? before : made();
    if (folder !== null) folders[version] = folder;
  }
  return folders;
}

/** The fixing of each folder: that of the day, or the one that holds then. */
function fixingsOf(global: BuiltProvider): ReadonlyMap<CurrencyApiVersion, IsoDate> {
  const { latest } = global;
  const index = global.index();
  const fixings = new Map<CurrencyApiVersion, IsoDate>();
  if (latest === null || index === null) return fixings;
  fixings.set('latest', latest);
  for (let day = latest; day > addDays(latest, -DAYS); day = addDays(day, -1)) {
    const fixing = datesWithin(index, addDays(day, -CONVERT_AGE_DAYS_MAX), day).at(-1);
    if (fixing !== undefined && CURRENCY_API_FOLDER.test(day)) fixings.set(day, fixing);
  }
  return fixings;
}

/** The leaf of the fixing's date. */
function dayOf({ facts, node }: BuiltProvider, date: IsoDate, { objects }: Setting['inForce']): Reference {
  const year = node.years[date.slice(0, 4)];
  const day = year === undefined ? undefined : objects.year(year).days[date];
  if (day === undefined) throw new TypeError(`${facts.provider} has ${date} in its index and not in its part`);
  return day;
}

function tableOf({ facts }: BuiltProvider, date: IsoDate, day: Reference, inForce: Setting['inForce']): Table {
  const { provider, references, bidAsk } = facts;
  const own = { provider, date, reference: referenceOn([...references], date), bidAsk };
  return inForce.objects.parsed(day, tablePath(provider, date), (text) => parseTable(text, own));
}

function* filesOf(version: CurrencyApiVersion, table: Table, named: readonly Currency[]): Generator<TreeFile> {
  const toFile = (name: string, text: string) => ({ path: currencyApiPath(version, name), bytes: Buffer.from(text) });
  for (const [suffix, write] of WRITERS) yield toFile(`currencies${suffix}`, toNamesFile(named, write));
  for (const base of table.figures.keys()) {
    if (!quotes(table, base)) continue;
    const rates = toConversion(table, { base, to: null, amount: Decimal.one, places: 'fine' });
    for (const [suffix, write] of WRITERS) {
      yield toFile(`currencies/${base.toLowerCase()}${suffix}`, toCurrencyFile(rates, write));
    }
  }
}
