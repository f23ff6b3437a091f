/**
 * What the gateway knows about a release in advance: currencies, providers and the dates of fixings. A catalogue is
 * read as a whole and replaces the old one as a whole; until then the old one answers, from its own tree.
 */
import { z } from 'zod';
import { fullRulesPath, indexPath, listPath, statusPath, type TreePath, tablePath } from '../answers/paths.ts';
import { type ProviderIndex, providerIndex, referenceOn } from '../answers/provider-index.ts';
import { type RuleFacts, ruleFacts } from '../answers/rules.ts';
import { type Status, status } from '../answers/status.ts';
import { parseTable, type Table, type TableFacts } from '../answers/table.ts';
import { quotes } from '../answers/views.ts';
import { InputError } from '../words/input-error.ts';
import { type Currency, type CurrencyCode, currency, type IsoDate, type Provider, provider } from '../words/schemas.ts';
import {
  CorruptObject,
  readBytes,
  type ServedRelease,
  StoreError,
  type Tree,
  TreeFiles,
  UnreadableFile,
} from './tree-file.ts';

export interface KnownProvider {
  readonly facts: Provider;
  readonly index: ProviderIndex;
  /** Every currency that it has ever quoted, and its own ones; null if the status of the tree cannot be read. */
  readonly quoted: ReadonlySet<CurrencyCode> | null;
}

export interface Catalogue {
  /** The tree from which the files of its answers are read. */
  readonly tree: Tree;
  readonly release: ServedRelease;
  readonly currencies: readonly Currency[];
  readonly currencyCodes: ReadonlySet<string>;
  readonly providers: readonly Provider[];
  readonly byCode: ReadonlyMap<string, KnownProvider>;
  /** In code order. */
  readonly rules: readonly RuleFacts[];
  /**
   * For metrics, and to tell whether the fixing that a rule names is settled. A tree is served even if its status cannot
   * be read, but then without rules.
   */
  readonly status: Status | null;
}

/** What the gateway knows of the provider's table of that date before it reads it. */
export function tableFactsOf({ facts, index }: KnownProvider, date: IsoDate): TableFacts {
  const reference = referenceOn(index.references, date);
  return { provider: facts.code, date, reference, bidAsk: facts.bidAsk };
}

export class CatalogueReader {
  readonly #currencies = new TreeFiles(z.array(currency));
  readonly #providers = new TreeFiles(z.array(provider));
  readonly #indexes = new TreeFiles(providerIndex);
  readonly #rules = new TreeFiles(z.array(ruleFacts));
  readonly #status = new TreeFiles(status);
  /** The table that was read last to see whether rates can be read. Unchanged, it is not read again. */
  #table: { readonly path: TreePath; readonly sha256: string | null } | null = null;

  /** @throws StoreError, and UnreadableFile or CorruptObject if it is the tree that cannot be read */
  async read(tree: Tree): Promise<Catalogue> {
    const [currencies, providers, rules, stated] = await Promise.all([
      this.#currencies.read(tree, listPath('currencies', 'json')),
      this.#providers.read(tree, listPath('providers', 'json')),
      this.#rules.read(tree, fullRulesPath),
      this.#readStatus(tree),
    ]);
    const known = await Promise.all(
      providers.map(async (facts) => {
        const index = await this.#indexes.read(tree, indexPath(facts.code));
        return [facts.code as string, { facts, index, quoted: toQuoted(index, stated) }] as const;
      }),
    );
    const byCode = new Map(known);
    await this.#refuseWithoutRates(tree, byCode.values());
    const currencyCodes = new Set<string>(currencies.map(({ code }) => code));
    const facts = { currencies, currencyCodes, providers, byCode, rules, status: stated };
    return { tree, release: tree.release, ...facts };
  }

  /** A release must not take the place of one that answers, if none of its rates can be read. @throws the first fault */
  async #refuseWithoutRates(tree: Tree, providers: Iterable<KnownProvider>): Promise<void> {
    let first: StoreError | null = null;
    for (const provider of providers) {
      if (provider.index.latest === null) continue;
      const path = tablePath(provider.facts.code, provider.index.latest);
      try {
        const found = await tree.read(path, this.#table?.path === path ? this.#table.sha256 : null);
        if (found === 'unchanged') return;
        parseReadable(path, found?.bytes ?? null, tableFactsOf(provider, provider.index.latest));
        this.#table = { path, sha256: found?.sha256 ?? null };
        return;
      } catch (error) {
        if (!(error instanceof UnreadableFile || error instanceof CorruptObject)) throw error;
        first ??= error;
      }
    }
    if (first !== null) throw first;
  }

  async #readStatus(tree: Tree): Promise<Status | null> {
    try {
      return await this.#status.readIfThere(tree, statusPath);
    } catch (error) {
      if (error instanceof StoreError) return null;
      throw error;
    }
  }
}

function toQuoted({ provider, references }: ProviderIndex, stated: Status | null): KnownProvider['quoted'] {
  const found = stated?.providers.find((one) => one.provider === provider);
  if (found === undefined) return null;
  return new Set([...(Object.keys(found.currencies) as CurrencyCode[]), ...references.map(({ currency }) => currency)]);
}

/** @throws UnreadableFile, CorruptObject, and what the tree throws if it cannot be read */
export async function loadTable(tree: Tree, provider: KnownProvider, date: IsoDate): Promise<Table> {
  const path = tablePath(provider.facts.code, date);
  return parseReadable(path, await readBytes(tree, path), tableFactsOf(provider, date));
}

/** @throws UnreadableFile if there is no table, or none from which anything can be answered */
function parseReadable(path: TreePath, bytes: Buffer | null, facts: TableFacts): Table {
  if (bytes === null) throw new UnreadableFile(path, `the tree has no ${path}`);
  try {
    const table = parseTable(bytes.toString('utf8'), facts);
    if (quotes(table, table.reference)) return table;
    throw new InputError(`it does not quote its own reference currency ${table.reference}`);
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    throw new UnreadableFile(path, `${path} cannot be read: ${error.message}`);
  }
}
