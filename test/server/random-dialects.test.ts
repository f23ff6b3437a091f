/** Thousands of random requests in every dialect: each gets a documented status and a body of the dialect. */

import { expect, it } from 'vitest';
import { PROBLEMS } from '../../generator/wire/words/problems.ts';
import { readExamples } from '../support/kit/examples.ts';
import { randomOf } from '../support/kit/random.ts';
import { gatewayOver } from '../support/servers/gateway.ts';
import { diskStore } from '../support/servers/stores.ts';
import { writeSmallTree } from '../support/trees/small-tree.ts';

const SEED = 20260313;
const QUESTIONS = 4000;

const PATHS = readExamples('server/answers/random-dialects.txt', 'paths').flat();
const DAYS = ['2026-03-13', '2026-03-11', '2025-09-08', '2026-02-30', '9999-12-31', '0000-01-01', '2026-3-1', ''];
const CODES = readExamples('server/answers/random-dialects.txt', 'codes').flat();
const WORDS = ['week', 'month', 'providers', 'all', 'x', '1', '-1', '1e3', '0', '%00', '%', '<b>', '"', '9'.repeat(41)];
const NAMES = [
  ...['base', 'quotes', 'providers', 'date', 'from', 'to', 'group', 'expand', 'scope', 'amount', 'symbols', 'source'],
  ...['currencies', 'start', 'end', 'start_date', 'end_date', 'app_id', 'constructor', '%'],
  ...['q', 'compact', 'endDate', 'start_at', 'end_at'],
];

const { ask, said } = await gatewayOver(diskStore(writeSmallTree()));
/** Beside those of the table, Frankfurter's two. */
const STATUSES = new Set<number>([200, 406, 422, ...Object.values(PROBLEMS).map(({ status }) => status)]);

it(`answers ${QUESTIONS} random requests (seed ${SEED}) as documented`, async () => {
  const random = randomOf(SEED);
  const met = new Map<number, number>();
  for (let count = 0; count < QUESTIONS; count++) {
    const parts = Array.from({ length: random.below(4) }, () => {
      const values = random.pick([DAYS, CODES, WORDS]);
      return `${random.pick(NAMES)}=${random.pick(values)}`;
    });
    const url = `${random.pick(PATHS)}?${parts.join('&')}`;
    const { status, text, headers } = await ask(url);
    met.set(status, (met.get(status) ?? 0) + 1);
    if (!STATUSES.has(status)) expect.unreachable(`${url} answered ${status}`);
    if (headers['content-type']?.startsWith('application/json')) expect(() => JSON.parse(text), url).not.toThrow();
  }
  expect(said.filter((line) => line.startsWith('bug'))).toEqual([]);
  expect([...met.keys()].sort()).toEqual([200, 400, 404, 406, 422, 503]);
  expect(met.get(200)).toBeGreaterThan(QUESTIONS / 10);
});
