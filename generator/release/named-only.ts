/** What one manifest names and others do not: objects that are needed no longer once its release is dropped. */
import { groupBy } from '../kit/group.ts';
import { manifestKey, releaseKey } from '../wire/keys.ts';
import type { FileEntry } from '../wire/manifest.ts';
import {
  type Child,
  type ManifestReader,
  type NodeContent,
  readChild,
  readRootNode,
  rootChildren,
} from '../wire/manifest-nodes.ts';

/** So many texts, and those of the others at the same place, are asked for at once. */
const READS_AT_ONCE = 16;

/**
 * Yields keys of texts and files that the manifest names and none of the others does. A file is listed at only one
 * place, so that a place which is the same in one of the others is not looked into.
 * @param root SHA-256 of the root
 */
export async function* namedOnlyBelow(
  root: string,
  others: ReadonlySet<string>,
  reader: ManifestReader,
): AsyncGenerator<string> {
  if (others.has(root)) return;
  const childrenOf = async (sha256: string) => rootChildren(await readRootNode(sha256, reader));
  yield manifestKey(root);
  yield* namedOnlyIn(await childrenOf(root), (await Promise.all([...others].map(childrenOf))).flat(), reader);
}

async function* namedOnlyIn(
  own: readonly Child[],
  others: readonly Child[],
  reader: ManifestReader,
): AsyncGenerator<string> {
  const places = groupBy(others, nameOf);
  const open = own.flatMap((child) => {
    const there = new Map((places.get(nameOf(child)) ?? []).map((other) => [other.sha256, other]));
    return there.has(child.sha256) ? [] : [{ child, there: [...there.values()] }];
  });
  for (let start = 0; start < open.length; start += READS_AT_ONCE) {
    const portion = open.slice(start, start + READS_AT_ONCE).map(async ({ child, there }) => ({
      child,
      content: await readChild(child, reader),
      elsewhere: await Promise.all(there.map((other) => readChild(other, reader))),
    }));
    for (const { child, content, elsewhere } of await Promise.all(portion)) {
      yield manifestKey(child.sha256);
      if (content.kind === 'entries') yield* filesOnlyIn(content.entries, elsewhere);
      else yield* namedOnlyIn(content.children, elsewhere.flatMap(childrenIn), reader);
    }
  }
}

function* filesOnlyIn(entries: readonly FileEntry[], others: readonly NodeContent[]): Generator<string> {
  const keyOf = ({ release, path }: FileEntry) => releaseKey(release, path);
  const needed = new Set(others.flatMap((content) => (content.kind === 'entries' ? content.entries.map(keyOf) : [])));
  for (const entry of entries) if (!needed.has(keyOf(entry))) yield keyOf(entry);
}

function childrenIn(content: NodeContent): readonly Child[] {
  return content.kind === 'children' ? content.children : [];
}

function nameOf({ trail }: Child): string {
  return trail.at(-1) ?? '';
}
