/** `ratetree check`: asks the gate whether a tree may be published, and publishes nothing. */
import type { Command } from 'commander';
import { Progress } from '../kit/progress.ts';
import { manualText } from '../kit/terminal.ts';
import { reportLines } from '../release/gate/report.ts';
import { compareWithStore, judgeTree, planLine, planRelease } from '../release/publish/plan.ts';
import { EXIT } from '../wire/words/input-error.ts';
import { JSON_OPTION, refuseMissingFolder } from './cli/flags.ts';
import { type StoreFlags, withStore, withStoreOptions } from './cli/target.ts';

interface CheckFlags extends StoreFlags {
  readonly from: string;
  readonly accept?: readonly string[];
  readonly json?: true;
}

export const ACCEPT_OPTION = [
  '--accept <facts...>',
  'let these facts pass in this run, once you have looked at them, by the names that check prints',
] as const;

export function addCheck(program: Command): void {
  withStoreOptions(program.command('check'))
    .argument('<target>', 's3://BUCKET/PREFIX, or a folder, of the last release')
    .option('--from <dir>', 'the tree', 'dist')
    .option(...ACCEPT_OPTION)
    .option(...JSON_OPTION)
    .addHelpText('after', manualText(['ratetree check s3://rates/public                 can dist be trusted?']))
    .action((target: string, flags: CheckFlags) =>
      withStore(target, flags, 'read', async (store) => {
        refuseMissingFolder(flags.from, 'tree', '--from');
        const progress = new Progress(process.stderr, () => performance.now(), 'providers');
        const onProgress = (done: number, total: number) => progress.step('checked', done, total);
        const compared = await compareWithStore(store, flags.from);
        const report = await judgeTree(compared, flags.accept ?? [], onProgress);
        for (const line of reportLines(report)) console.log(line);
        console.log(planLine(await planRelease(store, compared)));
        if (flags.json === true) console.log(JSON.stringify(report));
        if (report.refusals.length > 0) process.exitCode = EXIT.refused;
      }),
    );
}
