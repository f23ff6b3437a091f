/**
 * What the gateway knows of a release before it is asked: currencies, providers and the dates there are. Read whole and
 * replaced whole; until then the old one answers, from its own tree.
 */
import { z } from 'zod';
import { type ProviderIndex, providerIndex } from '../generator/wire/dates.ts';
import { indexPath, listPath } from '../generator/wire/paths.ts';
import { type Currency, currency, type Provider, provider } from '../generator/wire/schemas.ts';
import type { Release, Tree } from './store.ts';
import { TreeFiles } from './tree-file.ts';

export interface KnownProvider {
  readonly facts: Provider;
  readonly index: ProviderIndex;
}

export interface Catalogue {
  /** Where the files of its answers are read. */
  readonly tree: Tree;
  readonly release: Release;
  readonly currencies: readonly Currency[];
  readonly currencyCodes: ReadonlySet<string>;
  readonly providers: readonly Provider[];
  readonly byCode: ReadonlyMap<string, KnownProvider>;
}

export class CatalogueReader {
  readonly #currencies = new TreeFiles(z.array(currency));
  readonly #providers = new TreeFiles(z.array(provider));
  readonly #indexes = new TreeFiles(providerIndex);

  /** @throws StoreDown */
  async read(tree: Tree): Promise<Catalogue> {
    const [currencies, providers] = await Promise.all([
      this.#currencies.read(tree, listPath('currencies', 'json')),
      this.#providers.read(tree, listPath('providers', 'json')),
    ]);
    const known = await Promise.all(
      providers.map(async (facts) => {
        const index = await this.#indexes.read(tree, indexPath(facts.code));
        return [facts.code as string, { facts, index }] as const;
      }),
    );
    const currencyCodes = new Set<string>(currencies.map(({ code }) => code));
    return { tree, release: tree.release, currencies, currencyCodes, providers, byCode: new Map(known) };
  }
}
