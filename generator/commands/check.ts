/** `ratetree check`: asks the gate whether a tree may be published, and publishes nothing. */
import type { Command } from 'commander';
import { readCurrencies } from '../facts/currencies.ts';
import { checkTree } from '../gate/gate.ts';
import { type GateReport, reportLines } from '../gate/report.ts';
import { PROVIDERS } from '../providers/index.ts';
import type { Renewal } from '../quarantine/renewal.ts';
import { readPointer } from '../release/published.ts';
import { openReleasedTree } from '../release/released-files.ts';
import type { ObjectStore } from '../store/store.ts';
import { treeIn } from '../tree/in-place.ts';
import { toInstant } from '../wire/calendar.ts';
import { InputError } from '../wire/input-error.ts';
import type { AcceptedFact } from '../wire/manifest.ts';
import { releasePath } from '../wire/paths.ts';
import { Progress } from '../wire/progress.ts';
import { EXIT } from './exit.ts';
import { JSON_OPTION, today } from './flags.ts';
import { type StoreFlags, withStore, withStoreOptions } from './target.ts';

interface CheckFlags extends StoreFlags {
  readonly from: string;
  readonly accept?: readonly string[];
  readonly json?: true;
}

export const ACCEPT_OPTION = [
  '--accept <facts...>',
  'accept these facts, which you have looked at, by the names that check prints',
] as const;

export function addCheck(program: Command): void {
  withStoreOptions(program.command('check'))
    .argument('<target>', 's3://BUCKET/PREFIX, or a folder, of the last release')
    .option('--from <dir>', 'the tree', 'dist')
    .option(...ACCEPT_OPTION)
    .option(...JSON_OPTION)
    .action((target: string, flags: CheckFlags) =>
      withStore(target, flags, 'read', async (store) => {
        // The gate takes missing files for losses, but a folder without a tree is a wrong flag.
        if (treeIn(flags.from).read(releasePath) === null)
          throw new InputError(
            `${flags.from}: there is no tree here; name its folder with --from, or run generate first`,
          );
        const progress = new Progress(process.stderr, () => performance.now(), 'providers');
        const onProgress = (done: number, total: number) => progress.step('checked', done, total);
        const report = await checkAgainst(store, flags.from, flags.accept ?? [], [], [], onProgress);
        for (const line of reportLines(report)) console.log(line);
        if (flags.json === true) console.log(JSON.stringify(report));
        if (report.refusals.length > 0) process.exitCode = EXIT.refused;
      }),
    );
}

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
  const inForce = await readPointer(store);
  const last = inForce === null ? null : await openReleasedTree(store, inForce.pointer.root);
  const time = toInstant(new Date());
  const acceptedNow = facts.map((fact) => ({ fact, words: 'accepted by --accept', time }));
  const acceptedBefore = (last?.root.accepted ?? []).filter(({ fact }) => !facts.includes(fact));
  const tree = treeIn(treeDir);
  const report = await checkTree({
    tree: { read: async (path) => tree.read(path) },
    last,
    definitions: PROVIDERS,
    currencies: readCurrencies(),
    now: today(),
    renewals,
    accepted: [...known, ...acceptedBefore, ...acceptedNow],
    onProgress,
  });
  return { ...report, unmatched: report.unmatched.filter((fact) => !known.some((one) => one.fact === fact)) };
}
