/** Every block of shell commands on the pages is run by a test; a new block has to say by which. */
import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { packageRoot } from '../../generator/kit/package.ts';
import { blocksOf, readPages } from '../support/kit/markdown.ts';

const HERE = 'test/docs/commands.long.test.ts';
const PROCEDURES = 'test/release/procedures.long.test.ts';
const RECIPES = 'test/docs/integrations.test.ts';
const PROOF = 'test/log/proof.test.ts';
const CHECK_LOG = 'test/log/check-log.test.ts';
const BY_HAND = 'test/verify/by-hand.test.ts';
const IMAGE = 'test/deploy/image.others.test.ts';
const INSTALLING = 'test/deploy/install-page.long.test.ts';
/** What a checkout is built, tested and released with: CI runs these lines themselves on each change. */
const CHECKOUT = 'CI runs it';

/** For each page, who runs its blocks, in their order. */
const KEPT = 'test/commands/kept-documents.test.ts';
const RUN_BY: Readonly<Record<string, readonly string[]>> = {
  'README.md': ['test/docs/docs.test.ts'],
  'CONTRIBUTING.md': [CHECKOUT, 'test/docs/docs-example.test.ts', CHECKOUT],
  'docs/cli.md': ['test/console/process.test.ts', HERE, HERE],
  'docs/first-week.md': [HERE, HERE, HERE, HERE],
  'docs/format.md': ['test/release/read-rate.test.ts'],
  'docs/incidents.md': Array.from({ length: 9 }, () => PROCEDURES),
  'docs/install.md': Array.from({ length: 12 }, (_, block) => (block === 6 ? IMAGE : INSTALLING)),
  'docs/integrations.md': [RECIPES, RECIPES, RECIPES, HERE],
  'docs/proxy.md': ['test/deploy/proxy.test.ts'],
  'docs/not-served.md': [HERE, HERE, HERE],
  'docs/operate.md': [HERE, HERE, HERE, HERE],
  'docs/publish.md': [HERE, PROCEDURES],
  'docs/replay.md': ['test/bench/replay-recorded.test.ts'],
  'docs/rules.md': ['test/docs/rules-page.test.ts'],
  'docs/verify.md': [BY_HAND, BY_HAND, BY_HAND, BY_HAND, BY_HAND, HERE, HERE, KEPT, PROOF, CHECK_LOG, HERE, HERE],
};

const pages = readPages().filter((page) => blocksOf(page, 'sh').length > 0);

describe('the shell commands of the pages', () => {
  it.each(pages.map((page) => [page.file, page] as const))('%s: each block is run by a test', (file, page) => {
    const runners = RUN_BY[file] ?? [];
    expect(runners.length).toBe(blocksOf(page, 'sh').length);
    for (const runner of runners.filter((one) => one !== CHECKOUT)) {
      const path = join(packageRoot(), runner);
      expect([runner, existsSync(path)]).toEqual([runner, true]);
      if (file !== 'README.md') expect(readFileSync(path, 'utf8')).toContain(basename(file, '.md'));
    }
  });
});
