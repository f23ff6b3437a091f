/** What the gate says of the tree in a folder, beside the release in force. */
import { readCurrencies } from '../facts/currencies.ts';
import { checkTree } from '../gate/gate.ts';
import type { GateReport } from '../gate/report.ts';
import { PROVIDERS } from '../providers/index.ts';
import type { Renewal } from '../quarantine/renewal.ts';
import { openGenerated } from '../release/pointer/generated.ts';
import { readPublished } from '../release/pointer/published.ts';
import { openReleasedTree } from '../release/pointer/released-files.ts';
import type { ObjectStore } from '../store/store.ts';
import type { AcceptedFact } from '../wire/release/manifest.ts';
import { toInstant, utcDay } from '../wire/words/calendar.ts';

/**
 * Compares the tree in a folder with the release in force.
 * @param facts facts that the operator accepts now, besides those that were accepted for the last release
 * @param renewals redenominations that are confirmed in the archive
 * @param known facts that a person accepted on another night; they need not be found
 */
export async function checkAgainst(
  store: ObjectStore,
  treeDir: string,
  facts: readonly string[],
  known: readonly AcceptedFact[] = [],
  renewals: readonly Renewal[] = [],
  onProgress: (done: number, total: number) => void = () => {},
): Promise<GateReport> {
  const tree = await openGenerated(treeDir, store);
  const inForce = await readPublished(store);
  // What both have in common is read from the folder.
  const last = inForce === null ? null : await openReleasedTree(tree.store, inForce.pointer.root);
  const time = toInstant(new Date());
  const acceptedNow = facts.map((fact) => ({ fact, words: 'accepted by --accept', time }));
  const acceptedBefore = (last?.root.accepted ?? []).filter(({ fact }) => !facts.includes(fact));
  const report = await checkTree({
    tree,
    last,
    definitions: PROVIDERS,
    currencies: readCurrencies(),
    now: utcDay(Date.now()),
    renewals,
    accepted: [...known, ...acceptedBefore, ...acceptedNow],
    onProgress,
  });
  return { ...report, unmatched: report.unmatched.filter((fact) => !known.some((one) => one.fact === fact)) };
}
