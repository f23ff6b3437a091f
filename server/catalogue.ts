/**
 * What the gateway knows of a release before it is asked: currencies, providers and the dates there are. Read whole,
 * replaced whole, when index/release.json names another release; until then the old one answers.
 */
import { z } from 'zod';
import { type ProviderIndex, providerIndex } from '../generator/wire/dates.ts';
import { indexPath, listPath, releasePath, type TreePath } from '../generator/wire/paths.ts';
import { type Currency, currency, isoDate, type Provider, provider } from '../generator/wire/schemas.ts';
import { type Store, StoreDown } from './store.ts';

const release = z.object({ release: z.string().regex(/^[\w.-]{1,64}$/), date: isoDate });

export type Release = z.infer<typeof release>;

export interface KnownProvider {
  readonly facts: Provider;
  readonly index: ProviderIndex;
}

export interface Catalogue {
  readonly release: Release;
  readonly currencies: readonly Currency[];
  readonly currencyCodes: ReadonlySet<string>;
  readonly providers: readonly Provider[];
  readonly byCode: ReadonlyMap<string, KnownProvider>;
}

/** The release that the store holds, or null where there is none yet. */
export async function readRelease(store: Store): Promise<Release | null> {
  const bytes = await store.read(releasePath);
  return bytes === null ? null : parseFile(releasePath, bytes, release);
}

export async function readCatalogue(store: Store, of: Release): Promise<Catalogue> {
  const [currencies, providers] = await Promise.all([
    readFile(store, listPath('currencies', 'json'), z.array(currency)),
    readFile(store, listPath('providers', 'json'), z.array(provider)),
  ]);
  const known = await Promise.all(
    providers.map(async (facts) => {
      const index = await readFile(store, indexPath(facts.code), providerIndex);
      return [facts.code as string, { facts, index }] as const;
    }),
  );
  const currencyCodes = new Set<string>(currencies.map(({ code }) => code));
  return { release: of, currencies, currencyCodes, providers, byCode: new Map(known) };
}

async function readFile<Parsed>(store: Store, path: TreePath, schema: z.ZodType<Parsed>): Promise<Parsed> {
  const bytes = await store.read(path);
  if (bytes === null) throw new StoreDown(`the tree has no ${path}`);
  return parseFile(path, bytes, schema);
}

function parseFile<Parsed>(path: TreePath, bytes: Buffer, schema: z.ZodType<Parsed>): Parsed {
  try {
    return schema.parse(JSON.parse(bytes.toString('utf8')));
  } catch (error) {
    // A file cut off, or a proxy's page of apologies with status 200: the store's fault, and the old release stays.
    throw new StoreDown(`${path} is not what the generator writes`, { cause: error });
  }
}
