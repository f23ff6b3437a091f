/** Trees of consecutive nights, published into a folder by the compiled program, as an operator does it. */
import { join } from 'node:path';
import { currencyCode } from '../../../generator/wire/words/schemas.ts';
import { freshFolder, writeLines } from '../banks/archives.ts';
import { copied } from '../kit/copied.ts';
import { runProgram } from '../kit/run-program.ts';
import type { Answer } from '../kit/warm-program.ts';
import { sharedTree } from './shared.ts';
import { dailyLines, generateFrom } from './trees.ts';

const BASES = new Set([currencyCode.parse('EUR'), currencyCode.parse('USD')]);
const LAST_DAYS = ['2026-03-10', '2026-03-11', '2026-03-12'];

/** Runs the program in a folder of its own, because `verify` remembers what it has seen in the folder where it runs. */
export function ratetree(...words: readonly string[]): Answer {
  const { RATETREE_SIGNING_KEY: _, ...env } = process.env;
  return runProgram(words, { cwd: freshFolder(), env });
}

export interface Night {
  readonly tree: string;
  readonly archive: string;
}

export interface ByCommand {
  /** A folder into which `publish` publishes unless another one is named. */
  readonly store: string;
  /** The trees of three consecutive nights, and the archives that they were made from. */
  readonly nights: readonly Night[];
  /** Publishes the tree of that night, 0 to 2. */
  publish(night: number, store?: string, ...flags: readonly string[]): Answer;
}

/** The folders of three consecutive nights, which tests read and do not write to. */
export async function threeNights(): Promise<readonly Night[]> {
  const folder = await sharedTree('three-nights', async (made) => {
    for (const last of LAST_DAYS) {
      const lines = dailyLines('2026-03-04', last);
      await writeLines(join(made, last, 'archive'), 'ECB', lines);
      await generateFrom({ ECB: lines }, join(made, last, 'tree'), { bases: BASES, historyBases: BASES });
    }
  });
  return LAST_DAYS.map((last) => ({ tree: join(folder, last, 'tree'), archive: join(folder, last, 'archive') }));
}

export async function byCommand(): Promise<ByCommand> {
  const store = freshFolder();
  const nights = await threeNights();
  return {
    store,
    nights,
    publish: (night, into = store, ...flags) => {
      const { tree = '', archive = '' } = nights[night] ?? {};
      // A copy, because publish notes releases in the archive, and the next test must not see them.
      const copy = copied(archive);
      return ratetree('publish', into, '--from', tree, '--archive', copy, ...flags);
    },
  };
}
