/**
 * Of two problems at once, the one that comes first in the contract's order is reported. Rows follow that order.
 */

import { expect, it } from 'vitest';
import { toSubscribers } from '../../server/request/keys/api-keys.ts';
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
const LIST = ','.repeat(500);

/** What is asked of the gateway, with the demo key unless other headers are named. */
type Question = string | readonly [path: string, asked: Asked];

/** In the last question the first problem is mended, so that the second one is told. */
const CASES: readonly (readonly [told: number, over: number, both: Question, left: Question])[] = [
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
  [1100, 1104, 'latest?symbols=USD&base=EUR&base=EUR', 'latest?symbols=USD&base=EUR'],
  [1100, 1101, 'latest?format=JSON&format=YAML', 'latest?format=YAML'],
  [1104, 1101, 'latest?format=YAML&symbols=USD', 'latest?format=YAML'],
  [1104, 1025, 'historical?to=USD&rule=XX-NONE', 'historical?rule=XX-NONE'],
  [1025, 1106, 'historical?provider=TCMB&rule=XX-NONE', 'historical?provider=TCMB&rule=PL-VAT'],
  [1025, 1101, 'historical?format=YAML&rule=XX-NONE', 'historical?format=YAML&rule=PL-VAT'],
  [1106, 1101, 'historical?format=YAML&rule=TR-VAT&type=mid', 'historical?format=YAML&type=mid'],
  [1106, 1006, 'historical?rule=TR-VAT&type=mid', 'historical?rule=TR-VAT'],
  [1106, 1009, 'historical?rule=TR-VAT&latest=x', 'historical?date=2026-03-11&latest=x'],
  [1106, 1022, 'historical?date=2026-03-11&rule=TR-VAT&type=x', 'historical?date=2026-03-11&type=x'],
  [1006, 1017, 'convert?rule=TR-VAT', 'convert?date=2026-03-11&rule=TR-VAT'],
  [1101, 1006, 'historical?format=YAML', 'historical?format=JSON'],
  [1104, 1006, 'series?date=2026-03-11', 'series'],
  [1101, 1006, 'series?format=YAML', 'series?format=JSON'],
  [1006, 1007, 'series?to=2026-02-30', 'series?to=2026-02-30&from=2026-03-11'],
  [1007, 1026, 'series?from=2026-02-30&period=week', 'series?from=2026-03-11&period=week'],
  [1026, 1103, `series?from=2026-03-11&period=week&currencies=A${LIST}`, `series?from=2026-03-11&currencies=A${LIST}`],
  [
    1006,
    1001,
    'series?from=2026-03-13&to=2026-03-11&provider=NOBODY',
    'series?from=2026-03-11&to=2026-03-11&provider=NOBODY',
  ],
  [1102, 1027, 'series?from=2026-03-11&header=x&statistic=x', 'series?from=2026-03-11&header=true&statistic=x'],
  [1027, 1001, 'series?from=2026-03-11&statistic=x&provider=NOBODY', 'series?from=2026-03-11&provider=NOBODY'],
  [
    1001,
    1002,
    'series?from=2026-03-11&provider=NOBODY&currencies=ZZZ',
    'series?from=2026-03-11&provider=NBU&currencies=ZZZ',
  ],
  [
    1002,
    1004,
    'series?from=2026-03-11&provider=HNB&base=EUR&currencies=ZZZ',
    'series?from=2026-03-11&provider=HNB&base=EUR&currencies=USD',
  ],
  [1004, 1003, 'series?from=2026-03-11&provider=HNB&base=ZZZ', 'series?from=2026-03-11&provider=GLOBAL&base=ZZZ'],
  [1003, 1023, 'series?from=2026-03-11&base=ZZZ&type=bid', 'series?from=2026-03-11&base=USD&type=bid'],
  [1023, 1007, 'series?from=2999-01-01&type=bid', 'series?from=2999-01-01&type=mid'],
  [1007, 1008, 'series?from=1998-01-01&to=2999-01-01', 'series?from=1998-01-01&to=2026-03-13'],
  [1008, 1003, 'series?from=1998-01-01&base=AFN', 'series?from=2026-03-11&base=AFN'],
  [1006, 1009, 'historical?date=x&latest=x', 'historical?date=2026-03-11&latest=x'],
  [1007, 1009, 'historical?date=2026-02-30&latest=x', 'historical?date=2026-03-11&latest=x'],
  [1006, 1001, 'historical?date=x&provider=NOBODY', 'historical?date=2026-03-11&provider=NOBODY'],
  [
    1009,
    1103,
    `historical?date=2026-03-11&latest=x&currencies=A${LIST}`,
    `historical?date=2026-03-11&latest=true&currencies=A${LIST}`,
  ],
  [1103, 1005, `latest?decimals=x&currencies=A${LIST}`, 'latest?decimals=x&currencies=USD'],
  [1103, 1017, `convert?to=A${LIST}`, 'convert?to=2026-03-13'],
  [1006, 1017, 'convert?date=x', 'convert?date=2026-03-11'],
  [1017, 1005, 'convert?decimals=x', 'convert?decimals=x&amount=1'],
  [1018, 1005, 'convert?decimals=x&amount=x', 'convert?decimals=x&amount=1'],
  [1005, 1102, 'latest?decimals=x&header=x', 'latest?decimals=2&header=x'],
  [1102, 1022, 'latest?header=x&type=x', 'latest?header=true&type=x'],
  [1102, 1022, 'latest?extended=x&type=x', 'latest?extended=true&type=x'],
  [1022, 1024, 'latest?extended=true&type=x', 'latest?extended=true&type=mid'],
  [1024, 1001, 'latest?extended=true&type=mid&provider=NOBODY', 'latest?type=mid&provider=NOBODY'],
  [1024, 1023, 'latest?extended=true&type=bid', 'latest?type=bid'],
  [1022, 1001, 'latest?type=x&provider=NOBODY', 'latest?type=mid&provider=NOBODY'],
  [1001, 1002, 'latest?provider=NOBODY&currencies=ZZZ', 'latest?provider=NBU&currencies=ZZZ'],
  [1001, 1004, 'latest?provider=NOBODY&base=EUR', 'latest?provider=NBU&base=EUR'],
  [1002, 1004, 'latest?provider=HNB&base=EUR&currencies=ZZZ', 'latest?provider=HNB&base=EUR&currencies=USD'],
  [1002, 1003, 'latest?base=ZZZ&currencies=ZZZ', 'latest?base=ZZZ&currencies=USD'],
  [1002, 1021, 'convert?amount=1&base=AFN&to=AFN', 'convert?amount=1&base=AFN&to=USD'],
  [1002, 1007, 'historical?date=2999-01-01&currencies=ZZZ', 'historical?date=2999-01-01&currencies=USD'],
  [1004, 1003, 'latest?provider=HNB&base=ZZZ', 'latest?provider=GLOBAL&base=ZZZ'],
  [1004, 1023, 'latest?provider=NBU&base=UAH&type=bid', 'latest?provider=GLOBAL&base=UAH&type=bid'],
  [1003, 1023, 'latest?base=ZZZ&type=bid', 'latest?base=USD&type=bid'],
  [1003, 1007, 'historical?date=2999-01-01&base=ZZZ', 'historical?date=2999-01-01&base=USD'],
  [1023, 1007, 'historical?date=2999-01-01&type=bid', 'historical?date=2999-01-01&type=mid'],
  [1023, 1008, 'historical?date=1998-01-01&type=bid', 'historical?date=1998-01-01&type=mid'],
  [1008, 1003, 'historical?date=1998-01-01&base=AFN', 'historical?date=2026-03-11&base=AFN'],
  [
    1001,
    1002,
    'historical?date=2026-03-11&rule=PL-VAT&currencies=ZZZ',
    'historical?date=2026-03-11&rule=TR-VAT&currencies=ZZZ',
  ],
  [
    1002,
    1007,
    'historical?date=2999-01-01&rule=TR-VAT&currencies=ZZZ',
    'historical?date=2999-01-01&rule=TR-VAT&currencies=USD',
  ],
  [1004, 1008, 'historical?date=1998-01-01&rule=TR-VAT&base=EUR', 'historical?date=1998-01-01&base=EUR'],
  [1007, 1503, 'historical?date=2999-01-01&rule=TR-VAT', 'historical?date=2026-03-11&rule=TR-VAT'],
  [1008, 1503, 'historical?date=1998-01-01&rule=TR-VAT', 'historical?date=2026-03-11&rule=TR-VAT'],
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
