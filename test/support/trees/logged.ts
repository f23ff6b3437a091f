/** Nights that are published with a log: three trees of consecutive days, and what a log in a store says. */
import { join } from 'node:path';
import { parseCheckpoint } from '../../../generator/release/log/note.ts';
import { readEntries } from '../../../generator/release/log/tiles.ts';
import { openGenerated } from '../../../generator/release/pointer/generated.ts';
import { type PublishOptions, publish } from '../../../generator/release/publish/publish.ts';
import { openObjectStore } from '../../../generator/release/store/open.ts';
import type { ObjectStore } from '../../../generator/release/store/store.ts';
import type { SiteFile } from '../../../generator/site/files.ts';
import { hashOf } from '../../../generator/wire/words/hash.ts';
import { currencyCode } from '../../../generator/wire/words/schemas.ts';
import { freshFolder, writeLines } from '../banks/archives.ts';
import { copied } from '../kit/copied.ts';
import type { newKeys } from './release-pair.ts';
import { sharedTree } from './shared.ts';
import { dailyLines, generateFrom } from './trees.ts';

export const ORIGIN = 'rates.example/log';
export const NOW = new Date('2026-03-14T02:30:00Z');

export interface LoggedNight {
  readonly tree: string;
  readonly archive: string;
}

/** Nights of the ECB up to each day. Their trees are shared, and are not written to. */
export const makeNights = (...days: readonly string[]) => makeNightsOf({}, ...days);

/** Whose trees have a page. */
export function makeNightsOf(
  more: { readonly site?: readonly SiteFile[] },
  ...days: readonly string[]
): Promise<readonly LoggedNight[]> {
  const bases = new Set([currencyCode.parse('EUR')]);
  return Promise.all(
    days.map(async (last) => {
      const archive = join(freshFolder(), 'archive');
      const lines = dailyLines('2026-03-09', last);
      await writeLines(archive, 'ECB', lines);
      const tree = await sharedTree(`logged-${hashOf(JSON.stringify([last, more]))}`, (outDir) =>
        generateFrom({ ECB: lines }, outDir, { bases, historyBases: bases, ...more }),
      );
      return { tree, archive };
    }),
  );
}

/** The same night with an archive of its own, to which publishing may add. */
export const withOwnArchive = ({ tree, archive }: LoggedNight): LoggedNight => ({
  tree,
  archive: copied(archive, freshFolder()),
});

export const openTestStore = (dir = freshFolder()) =>
  openObjectStore(dir, { endpoint: null, region: null, pathStyle: false, socketsMax: 8, willWrite: true });

type Keys = ReturnType<typeof newKeys>;
type Log = PublishOptions['log'];

/** A log without witnesses. */
export const LOG = { origin: ORIGIN, witnesses: [], quorum: 0 };

export async function publishLogged(
  store: ObjectStore,
  { signer }: Keys,
  { tree, archive }: LoggedNight,
  { log = LOG, ...more }: { readonly log?: Log | null } & Partial<Omit<PublishOptions, 'log'>> = {},
) {
  const steps = { store, signer, now: () => NOW, onProgress: () => {} };
  return publish({
    ...steps,
    tree: await openGenerated(tree),
    archiveDir: archive,
    log: log ?? undefined,
    ...more,
  });
}

/** The size of the log, and its leaves without their line ends. */
export async function readLogOf(store: ObjectStore) {
  const read = async (key: string) => (await store.get(key))?.bytes ?? null;
  const checkpoint = parseCheckpoint(`${await read('log/checkpoint')}`);
  const entries = await readEntries(read, checkpoint.size);
  return { checkpoint, leaves: entries.map((entry) => `${entry}`.trimEnd()) };
}
