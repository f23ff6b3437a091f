/** The formats that templates replaced have the bytes that their code wrote, over the embedded archive. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { packageRoot } from '../../generator/kit/package.ts';
import { parseIsoDate } from '../../generator/wire/words/calendar.ts';
import type { Asker } from '../../server/clients/ask/answers.ts';
import { treeAsker } from '../../server/clients/ask/asker.ts';
import type { ExportQuestion } from '../../server/clients/export/series-asker.ts';
import { exported } from '../support/kit/exported.ts';
import { diskStore } from '../support/servers/stores.ts';
import { EMBEDDED_NOON_MS, embeddedTree } from '../support/trees/embedded.ts';

const from = parseIsoDate('2026-03-09');
const QUESTIONS: Readonly<Record<string, ExportQuestion>> = {
  'all of GLOBAL': {},
  'GLOBAL per dollar': { base: 'USD', from, to: parseIsoDate('2026-03-13') },
  'a bank': { provider: 'CNB' },
  months: { provider: 'ECB', currencies: 'USD,JPY', period: 'month' },
  'ends of quarters': { currencies: 'USD,JPY,GBP', period: 'quarter', statistic: 'end' },
  years: { provider: 'ECB', period: 'year' },
  'one pair': { base: 'USD', currencies: 'EUR' },
  gold: { base: 'XAU', currencies: 'EUR,USD,IDR,KWD', from },
  rupiahs: { base: 'IDR', from },
};
const file = join(packageRoot(), 'test', 'console', 'templates-as-before.txt');
const [, ...lines] = readFileSync(file, 'utf8').trimEnd().split('\n');
const cases = lines.map((line) => line.split('\t') as [template: string, name: string, hash: string]);

let asker: Asker;
beforeAll(async () => {
  asker = await treeAsker({ store: diskStore(await embeddedTree()), nowMs: () => EMBEDDED_NOON_MS, say: () => {} });
});

describe('a template in the place of code', () => {
  it.each(cases)('%s writes the same bytes: %s', async (template, name, hash) => {
    const bytes = await exported(asker, template, QUESTIONS[name] ?? {});
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(hash);
  });

  it('is one of six', () => {
    const names = ['beancount', 'ghostfolio', 'hledger', 'ledger', 'prestashop', 'sdmx-csv'];
    expect([...new Set(cases.map(([template]) => template))].sort()).toEqual(names);
  });
});
