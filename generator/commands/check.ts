/** `ratetree check`: the gate, as a question of its own. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from 'commander';
import { readCurrencies } from '../facts/currencies.ts';
import { checkTree } from '../gate/gate.ts';
import { type GateReport, reportLines } from '../gate/report.ts';
import { PROVIDERS } from '../providers/index.ts';
import { readPointer } from '../release/published.ts';
import { openReleasedTree } from '../release/released-files.ts';
import type { ObjectStore } from '../store/store.ts';
import { toInstant } from '../wire/calendar.ts';
import type { AcceptedFact } from '../wire/manifest.ts';
import { EXIT, today } from './shared.ts';
import { type StoreFlags, withStore, withStoreOptions } from './target.ts';

interface CheckFlags extends StoreFlags {
  readonly from: string;
  readonly accept?: readonly string[];
  readonly json?: true;
}

export const ACCEPT_OPTION = [
  '--accept <facts...>',
  'facts that you have looked at, by the names that check prints',
] as const;

export function addCheck(program: Command): void {
  withStoreOptions(program.command('check'))
    .argument('<target>', 's3://BUCKET/PREFIX, or a folder, of the last release')
    .option('--from <dir>', 'the tree', 'dist')
    .option(...ACCEPT_OPTION)
    .option('--json', 'one last line of JSON for machines')
    .action((target: string, flags: CheckFlags) =>
      withStore(target, flags, 'read', async (store) => {
        const { report } = await checkAgainst(store, flags.from, flags.accept ?? []);
        for (const line of reportLines(report)) console.log(line);
        if (flags.json === true) console.log(JSON.stringify(report));
        if (report.refusals.length > 0) process.exitCode = EXIT.refused;
      }),
    );
}

/** @param facts that the operator names now; the accepted ones of the last release hold as well */
export async function checkAgainst(
  store: ObjectStore,
  treeDir: string,
  facts: readonly string[],
): Promise<{ readonly report: GateReport; readonly accepted: readonly AcceptedFact[] }> {
  const inForce = await readPointer(store);
  const last = inForce === null ? null : await openReleasedTree(store, inForce.pointer.root);
  const time = toInstant(new Date());
  const named = facts.map((fact) => ({ fact, words: 'accepted by --accept', time }));
  const held = (last?.root.accepted ?? []).filter(({ fact }) => !facts.includes(fact));
  const report = await checkTree({
    tree: { read: async (path) => readIfThere(join(treeDir, path)) },
    last,
    definitions: PROVIDERS,
    currencies: readCurrencies(),
    now: today(),
    accepted: [...held, ...named],
  });
  return { report, accepted: report.accepted.map(({ acceptance }) => acceptance) };
}

function readIfThere(file: string): Buffer | null {
  return existsSync(file) ? readFileSync(file) : null;
}
