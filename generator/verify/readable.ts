/** Finds out whether a gateway could answer from a release or a tree, by loading it with the gateway's own code. */
import { loadTree } from '../release/objects/trial.ts';
import { textKey } from '../wire/release/keys.ts';
import { checkedReader } from '../wire/release/manifest-nodes.ts';
import { openReleaseTree } from '../wire/release/release-tree.ts';
import { CorruptObject, UnreadableFile } from '../wire/release/served-tree.ts';
import type { VerifyFindings } from './findings.ts';
import type { VerifyOptions } from './options.ts';
import type { VerifyFault } from './report.ts';

/** Reads lists, indexes and the newest fixing of every provider once more, as a gateway reads them. */
export async function checkReadable(
  { source, atOnce }: VerifyOptions,
  named: { readonly release: string; readonly root: string },
  findings: VerifyFindings,
  nameOf = (path: string) => path,
): Promise<void> {
  const manifests = checkedReader((sha256) => source.read(textKey(sha256)));
  const objects = { name: '', read: (key: string) => source.read(key), manifests };
  const fault = await faultOf(async () => loadTree(await openReleaseTree(objects, named), atOnce));
  if (fault === null) return;
  const { kind, key, why } = fault;
  findings.fault(kind, kind === 'unreadable' ? nameOf(key) : key, why);
}

async function faultOf(load: () => Promise<void>): Promise<VerifyFault | null> {
  try {
    await load();
    return null;
  } catch (error) {
    if (error instanceof UnreadableFile) return { kind: 'unreadable', key: error.path, why: error.message };
    if (error instanceof CorruptObject) return { kind: 'bad', key: error.key, why: error.message };
    throw error;
  }
}
