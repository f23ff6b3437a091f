/** `ratetree rollback`: puts an older release back into force. */
import type { Command } from 'commander';
import { manualText } from '../kit/terminal.ts';
import { holdIn, holdWords } from '../release/pointer/hold.ts';
import { readInForce } from '../release/pointer/in-force.ts';
import { rollback } from '../release/publish/rollback.ts';
import { JSON_OPTION } from './cli/flags.ts';
import {
  printRelease,
  REPLACE_KEY_OPTION,
  SIGNING_OPTION,
  type SigningFlags,
  toSigner,
  toSteps,
  withLogOptions,
} from './cli/publishing.ts';
import { STORE_ARGUMENT, type StoreFlags, withStore, withStoreOptions } from './cli/target.ts';

interface RollbackFlags extends StoreFlags, SigningFlags {
  readonly to?: string;
  readonly json?: true;
}

export function addRollback(program: Command): void {
  withLogOptions(withStoreOptions(program.command('rollback')))
    .argument(...STORE_ARGUMENT)
    .option('--to <release>', 'the id of the release (default: the one published before the one in force)')
    .option(...SIGNING_OPTION)
    .option(...REPLACE_KEY_OPTION)
    .option(...JSON_OPTION)
    .addHelpText('after', manualText(['ratetree rollback s3://rates/public --signing-key signing.pem']))
    .action((target: string, flags: RollbackFlags) =>
      withStore(target, flags, 'change', async (store) => {
        const steps = toSteps(store, toSigner(flags), flags);
        const summary = await rollback(steps, flags.to ?? null);
        const hold = holdIn((await readInForce(steps))?.pointer ?? null);
        if (hold !== null) console.error(`${holdWords(hold)}: publish with --lift-hold when the cause is mended`);
        printRelease(store, summary, flags.json === true);
      }),
    );
}
