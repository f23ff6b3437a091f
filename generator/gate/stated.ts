/** What a tree states, one provider's part at a time and read only when asked for: dates, exact fixings, own dates. */

import type { ProviderDefinition } from '../feeds/provider.ts';
import { toCode, toReferences, weeklyTables } from '../feeds/provider.ts';
import { type InputsMemory, NO_MEMORY, parseInputs } from '../tree/inputs.ts';
import { inputsPath, provenancePath, type TreePath, tablePath } from '../wire/paths.ts';
import { referenceOn } from '../wire/provider-index.ts';
import { type CurrencyCode, EUR, GLOBAL, type IsoDate, type ProviderCode } from '../wire/schemas.ts';
import { parseTable, type Table } from '../wire/table.ts';
import { type Origins, parseOrigins } from './origins.ts';

/** Files of one tree, wherever it lies. */
export interface TreeReader {
  /** null where the tree has no such file. */
  read(path: TreePath): Promise<Buffer | null>;
}

/** Whose part of a tree: a provider, or with null GLOBAL. */
export interface Subject {
  readonly code: ProviderCode;
  readonly definition: ProviderDefinition | null;
}

/** One provider's part as both trees state it. */
export interface Pair {
  readonly tree: StatedFixings;
  readonly last: StatedFixings;
}

/** Fixings held parsed: a move's history, and then some. */
const HELD_MAX = 300;

export function toSubjects(definitions: readonly ProviderDefinition[]): readonly Subject[] {
  const providers = definitions.map((definition) => ({ code: toCode(definition), definition }));
  return [{ code: GLOBAL, definition: null }, ...providers];
}

export class StatedFixings {
  /** Dates with a fixing, oldest first. */
  readonly dates: readonly IsoDate[];
  readonly #tables = new Map<IsoDate, Promise<Table>>();
  readonly #origins = new Map<IsoDate, Promise<Origins>>();

  private constructor(
    readonly subject: Subject,
    readonly reader: TreeReader,
    readonly memory: InputsMemory,
    /** Another tree, read in place of this one where both have the same: it lies nearer. */
    readonly near: StatedFixings | null,
  ) {
    this.dates = [...memory.dates].flatMap(([date, { gap }]) => (gap === '' ? [date] : [])).sort();
  }

  static async open(subject: Subject, reader: TreeReader | null, near: StatedFixings | null): Promise<StatedFixings> {
    const bytes = await reader?.read(inputsPath(subject.code));
    const memory = bytes == null ? NO_MEMORY : parseInputs(bytes.toString('utf8'));
    return new StatedFixings(subject, reader ?? NOTHING, memory, near);
  }

  /** True where both trees have the same files for the date. */
  isAlike(other: StatedFixings, date: IsoDate): boolean {
    const own = this.memory.dates.get(date);
    const others = other.memory.dates.get(date);
    return own?.gap === '' && others?.gap === '' && own.content === others.content;
  }

  /** @throws Error where the tree lacks what its own memory names */
  table(date: IsoDate): Promise<Table> {
    if (this.near?.isAlike(this, date)) return this.near.table(date);
    return held(this.#tables, date, () => this.#readTable(date));
  }

  /** Where each figure of the fixing is from; nothing of figures that follow another by law. */
  origins(date: IsoDate): Promise<Origins> {
    if (this.near?.isAlike(this, date)) return this.near.origins(date);
    return held(this.#origins, date, () => this.#readOrigins(date));
  }

  /** The day that the figure was published for: earlier than the fixing's where a list is still in force; null: by law. */
  async ownDate(date: IsoDate, currency: CurrencyCode): Promise<IsoDate | null> {
    const { definition } = this.subject;
    if (definition !== null && weeklyTables(definition).size === 0) return date;
    return (await this.origins(date)).get(currency)?.date ?? null;
  }

  async #readTable(date: IsoDate): Promise<Table> {
    const { code: provider, definition } = this.subject;
    const reference = definition === null ? EUR : referenceOn([...toReferences(definition)], date);
    const text = await this.#read(tablePath(provider, date));
    return parseTable(text, { provider, date, reference, bidAsk: definition?.bidAsk ?? false });
  }

  async #readOrigins(date: IsoDate): Promise<Origins> {
    const text = await this.#read(provenancePath(this.subject.code, date));
    return parseOrigins(text);
  }

  async #read(path: TreePath): Promise<string> {
    const bytes = await this.reader.read(path);
    if (bytes === null)
      throw new Error(`${path} is missing from the tree, though its inputs.csv names it: generate anew`);
    return bytes.toString('utf8');
  }
}

const NOTHING: TreeReader = { read: async () => null };

function held<Value>(values: Map<IsoDate, Value>, date: IsoDate, make: () => Value): Value {
  const found = values.get(date) ?? make();
  values.set(date, found);
  for (const oldest of values.keys()) {
    if (values.size <= HELD_MAX) break;
    values.delete(oldest);
  }
  return found;
}
