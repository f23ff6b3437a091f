/**
 * A tree of format 1, which version 0.2 wrote: its files are replaced in place by the next release. A file may be newer
 * than the release for which it is read but never older, because index/release.json is written last. Version 0.4 reads it
 * no longer.
 */
import { z } from 'zod';
import { releasePath } from '../../generator/wire/answers/paths.ts';
import { parseTreeFile, type Tree } from '../../generator/wire/release/tree-file.ts';
import { isoDate } from '../../generator/wire/words/schemas.ts';
import { type ObjectReader, readNow, type Store } from './store.ts';

const release = z.object({ release: z.string().regex(/^[\w.-]{1,64}$/), date: isoDate });

export function looseStore(objects: ObjectReader): Store {
  let tree: Tree | null = null;
  return {
    current: async () => {
      const bytes = await readNow(objects, releasePath);
      if (bytes === null) return null;
      const found = parseTreeFile(releasePath, bytes, release);
      if (tree?.release.release !== found.release) tree = looseTree(objects, found);
      return tree;
    },
    following: () => null,
    close: () => objects.close(),
  };
}

function looseTree(objects: ObjectReader, of: Tree['release']): Tree {
  return {
    release: of,
    root: null,
    read: async (path) => {
      const bytes = await readNow(objects, path);
      return bytes === null ? null : { bytes, sha256: null };
    },
  };
}

/** Serves releases where there is a pointer, else a plain tree. The first tree that is found decides for good. */
export function eitherStore(releases: Store, plain: Store): Store {
  let chosen: Store | null = null;
  return {
    current: async () => {
      if (chosen !== null) return chosen.current();
      for (const store of [releases, plain]) {
        const tree = await store.current();
        if (tree === null) continue;
        chosen = store;
        return tree;
      }
      return null;
    },
    following: () => (chosen === plain ? null : releases.following()),
    close: async () => {
      await Promise.all([releases.close(), plain.close()]);
    },
  };
}
