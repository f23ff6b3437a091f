/**
 * Of two problems at once, the one that comes first in the contract's order is reported. Rows follow that order.
 */

import { expect, it } from 'vitest';
import { toSubscribers } from '../../server/request/keys/api-keys.ts';
import { readExamples } from '../support/kit/examples.ts';
import { type Asked, DEMO_KEY, gatewayOver, keyRecord } from '../support/servers/gateway.ts';
import { diskStore } from '../support/servers/stores.ts';
import { writeSmallTree } from '../support/trees/small-tree.ts';

const subscribers = toSubscribers(
  [
    keyRecord('narrow', 'narrow-key', { plan: { operations: ['currencies'], requestsPerMinute: null } }),
    keyRecord('slow', 'slow-key', { plan: { operations: ['currencies'], requestsPerMinute: 1 } }),
  ],
  DEMO_KEY,
);
const { ask } = await gatewayOver(diskStore(writeSmallTree()), { subscribers: () => subscribers });
const headers = (key: string) => ({ headers: { 'subscription-key': key } });
const withCommas = (path: string) => path.replace('<500 commas>', ','.repeat(500));

/** What is asked of the gateway, with the demo key unless other headers are named. */
type Question = string | readonly [path: string, asked: Asked];

/** In the last question the first problem is mended, so that the second one is told. */
type Case = readonly [told: number, over: number, both: Question, left: Question];
const CASES: readonly Case[] = [
  [1414, 1404, `nowhere?x=${'x'.repeat(20_000)}`, 'nowhere'],
  [1404, 1405, ['nowhere', { method: 'POST' }], ['latest', { method: 'POST' }]],
  [1405, 1401, ['latest', { method: 'POST', headers: {} }], ['latest', { headers: {} }]],
  [
    1100,
    1401,
    ['latest?subscription-key&subscription-key', { headers: {} }],
    ['latest?subscription-key', { headers: {} }],
  ],
  [
    1402,
    1100,
    ['latest?subscription-key=a&subscription-key=b', headers('never-given')],
    'latest?subscription-key=a&subscription-key=b',
  ],
  [1401, 1100, ['latest?base=EUR&base=EUR', { headers: {} }], 'latest?base=EUR&base=EUR'],
  [1402, 1100, ['latest?base=EUR&base=EUR', headers('never-given')], 'latest?base=EUR&base=EUR'],
  [1019, 1100, ['latest?base=EUR&base=EUR', headers('narrow-key')], 'latest?base=EUR&base=EUR'],
  ...readExamples('server/answers/order.txt', 'with the demo key').map(([told, over, both = '', left = '']): Case => {
    return [Number(told), Number(over), withCommas(both), withCommas(left)];
  }),
];

const pathOf = (question: Question) => (typeof question === 'string' ? question : question[0]);

async function codeOf(question: Question): Promise<number> {
  const [path, asked] = typeof question === 'string' ? [question] : question;
  return JSON.parse((await ask(`/v1/${path}`, asked)).text).errorCode;
}

const named = CASES.map(([told, over, both, left]) => ({ told, over, both, left, shown: pathOf(both).slice(0, 60) }));

it.each(named)('$told is reported before $over: $shown', async ({ told, over, both, left }) => {
  expect([await codeOf(both), await codeOf(left)]).toEqual([told, over]);
  expect(told).not.toBe(over);
});

it('1429 is reported before 1019 and 1100', async () => {
  await ask('/v1/currencies', headers('slow-key'));
  const reply = await ask('/v1/latest?base&base', headers('slow-key'));
  expect(JSON.parse(reply.text).errorCode).toBe(1429);
  expect(await codeOf(['latest?base&base', headers('narrow-key')])).toBe(1019);
  expect(await codeOf('latest?base&base')).toBe(1100);
});
