/** Plan → Representation: the file if the tree has it, else the same bytes computed from the exact table. */

import { endedBy, endedWords, quotedFor, withEnded } from '../../../generator/wire/answers/ended.ts';
import { provenancePath, tablePath } from '../../../generator/wire/answers/paths.ts';
import { toPublished } from '../../../generator/wire/answers/published.ts';
import { toRuleTable } from '../../../generator/wire/answers/rules.ts';
import { parseTable, type Table, type TableFacts } from '../../../generator/wire/answers/table.ts';
import { quotes, toConversion, toRates } from '../../../generator/wire/answers/views.ts';
import { contentType } from '../../../generator/wire/encode/document.ts';
import { encode } from '../../../generator/wire/encode/encode.ts';
import type { Tree } from '../../../generator/wire/release/tree-file.ts';
import { getOrInsert } from '../../../generator/wire/words/order.ts';
import type { CurrencyCode } from '../../../generator/wire/words/schemas.ts';
import type { FileReader, ShelfEntry } from '../../trees/shelf.ts';
import { Representation } from '../http/representation.ts';
import type { ConversionPlan, Plan, PlanFacts, PublishedPlan, RatesPlan } from '../plan/plan.ts';
import { Problem } from '../query/problem.ts';
import { readFile } from './documents.ts';

/** @throws Problem, StoreError */
export async function perform(plan: Plan, tree: Tree, shelf: FileReader): Promise<Representation> {
  const { rendition, freshness } = plan;
  const file = 'file' in plan ? plan.file : null;
  const facts = { freshness, contentType: contentType(rendition) };
  const isHeadless = rendition.format === 'csv' && !rendition.header;
  const found = file === null ? null : await readFile(file, tree, shelf, { ...facts, isHeadless });
  return found ?? compute(plan, tree, shelf);
}

async function compute(plan: Plan, tree: Tree, shelf: FileReader): Promise<Representation> {
  if (plan.kind === 'list') return toRepresentation(encode(plan.document, plan.rendition), plan.release, plan);
  if (plan.kind === 'published') {
    const { document, release } = await readPublished(plan, plan.currencies, tree, shelf);
    return toRepresentation(encode(document, plan.rendition), release, plan);
  }
  const { table, release } = await readTables(plan, tree, shelf);
  if (plan.kind === 'rates') {
    // A currency that is left out because it has ended is named, so that an empty answer says why.
    const leftOut = [...(plan.wanted.currencies ?? [])].filter((code) => !table.figures.has(code));
    const bytes = encode(judgedRates(plan, table), plan.rendition);
    return toRepresentation(bytes, release, plan, endedBy(leftOut, table.date));
  }
  const named = withEnded(table, [plan.wanted.base, ...(plan.wanted.to ?? [])], plan.day);
  const conversion = judgedConversion(plan, named.table);
  if (!plan.published) return toRepresentation(encode(conversion, plan.rendition), release, plan, named.fixed);
  const codes = [conversion.base, ...conversion.conversions.map(({ currency }) => currency)];
  const used = new Set(codes.map((code) => quotedFor(code, table, plan.day)));
  const { document } = await readPublished(plan, used, tree, shelf);
  const bytes = encode({ ...conversion, kind: 'publishedConversion', published: document.rates }, plan.rendition);
  return toRepresentation(bytes, release, plan, named.fixed);
}

async function readPublished(
  { table }: PublishedPlan | ConversionPlan,
  codes: ReadonlySet<CurrencyCode> | null,
  tree: Tree,
  shelf: FileReader,
) {
  const entry = await shelf.read(tree, provenancePath(table.provider, table.date));
  return { document: readProvenance(entry, table, codes), release: entry.tree.release.release };
}

/** The table that the plan names, or the one that is made for its rule. */
async function readTables(plan: RatesPlan | ConversionPlan, tree: Tree, shelf: FileReader) {
  const wanted = plan.rule?.tables ?? [plan.table];
  const read = await Promise.all(wanted.map((facts) => readOne(facts, tree, shelf)));
  const last = read.at(-1);
  if (last === undefined) throw new TypeError('a plan without a table');
  const tables = read.map(({ table }) => table);
  if (plan.rule !== null) return { table: toRuleTable(tables, plan.rule), release: last.release };
  if (plan.kind === 'rates' || plan.side === 'mid') return last;
  return {
    table: toRuleTable(tables, { side: plan.side, rounding: null, currencies: null, dateRule: null }),
    release: last.release,
  };
}

async function readOne(facts: TableFacts, tree: Tree, shelf: FileReader) {
  const entry = await shelf.read(tree, tablePath(facts.provider, facts.date));
  return { table: readTable(entry, facts), release: entry.tree.release.release };
}

function judgedRates({ wanted }: RatesPlan, table: Table) {
  if (!quotes(table, wanted.base)) {
    const words = `base ${wanted.base} is not quoted by ${table.provider} on ${table.date}`;
    throw new Problem(1003, `${words}${endedWords(wanted.base)}`);
  }
  return toRates(table, wanted);
}

/**
 * Each target must be quoted: if one were left out silently, a client would book wrong money.
 * @throws Problem
 */
function judgedConversion({ wanted }: ConversionPlan, table: Table) {
  for (const code of wanted.to ?? []) {
    if (!quotes(table, code)) {
      const words = `to names ${code}, which is not quoted by ${table.provider} on ${table.date}`;
      throw new Problem(1002, `${words}${endedWords(code)}`);
    }
  }
  if (!quotes(table, wanted.base)) {
    const words = `base ${wanted.base} is not quoted by ${table.provider} on ${table.date}`;
    throw new Problem(1021, `${words}${endedWords(wanted.base)}`);
  }
  return toConversion(table, wanted);
}

function toRepresentation(
  bytes: Buffer,
  release: string,
  { rendition, freshness }: PlanFacts,
  fixed: readonly string[] = [],
): Representation {
  return new Representation({ bytes, release, freshness, contentType: contentType(rendition), fixed });
}

/** Parsed once for as long as memory holds their bytes, and keyed by these, because a table is the same in many releases, while a representation names its release. */
const TABLES = new WeakMap<Buffer, Table>();

/** @throws Problem while the fixing is being replaced */
export function readTable({ bytes }: Pick<ShelfEntry, 'bytes'>, facts: TableFacts): Table {
  if (bytes === null) throw isReplaced(facts);
  return getOrInsert(TABLES, bytes, () => parseTable(bytes.toString('utf8'), facts));
}

/** @throws Problem while the fixing is being replaced */
export function readProvenance(
  { bytes }: Pick<ShelfEntry, 'bytes'>,
  facts: TableFacts,
  codes: ReadonlySet<CurrencyCode> | null,
) {
  if (bytes === null) throw isReplaced(facts);
  return toPublished(bytes.toString('utf8'), facts, codes);
}

function isReplaced(facts: TableFacts): Problem {
  // This happens only between two releases, when the old index names a fixing that the new tree does not have.
  const words = `the fixing of ${facts.provider} on ${facts.date} is being replaced; ask again in a moment`;
  return new Problem(1503, words, 1);
}
