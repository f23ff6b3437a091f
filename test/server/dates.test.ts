/** Which fixing answers for which date. Today is Friday 13 March 2026 unless a row names another day. */

import { describe, expect, it } from 'vitest';
import { readExamples } from '../support/kit/examples.ts';
import { rowsOf } from '../support/kit/parsed-back.ts';
import { gatewayOver, NOON_MS } from '../support/servers/gateway.ts';
import { diskStore } from '../support/servers/stores.ts';
import { writeSmallTree } from '../support/trees/small-tree.ts';

const store = diskStore(writeSmallTree());
const { ask } = await gatewayOver(store);

async function fixingOf(question: string, asking = ask): Promise<string> {
  const reply = await asking(`/v1/${question}`);
  if (reply.status !== 200) return `${JSON.parse(reply.text).errorCode}`;
  return rowsOf(question.startsWith('convert') ? 'conversion' : 'rates', 'json', reply.text)[0]?.date ?? 'no rows';
}

describe('latest', () => {
  it.each([
    ['GLOBAL', '2026-03-13'],
    ['NBU', '2026-03-13'], // 16 March is there, but dated ahead
    ['HMRC', '2026-02-01'],
    ['HNB', '2023-01-02'], // however old
    ['NBG', '1007'], // all of it is dated ahead
  ])('for %s gives the fixing of %s', async (provider, date) => {
    expect(await fixingOf(`latest?provider=${provider}`)).toBe(date);
    expect(await fixingOf(`convert?amount=1&provider=${provider}`)).toBe(date);
  });
});

describe('historical', () => {
  it.each(readExamples('server/answers/dates.txt', 'historical'))(
    '%s gives the fixing of %s',
    async (parameters, date) => {
      expect(await fixingOf(`historical?${parameters}`)).toBe(date);
    },
  );

  it.each([
    ['provider=GLOBAL&date=2026-03-12', '2026-03-11'],
    ['provider=GLOBAL&date=2026-03-10', '2026-03-11'],
    ['provider=HMRC&date=2026-03-13', '2026-02-01'],
  ])('the refusal of %s names %s', async (parameters, date) => {
    expect((await ask(`/v1/historical?${parameters}`)).text).toContain(date);
  });
});

describe('convert with a date', () => {
  it.each(readExamples('server/answers/dates.txt', 'convert'))('%s uses the fixing of %s', async (parameters, date) => {
    expect(await fixingOf(`convert?amount=1&${parameters}`)).toBe(date);
  });

  it('reaches 62 days back for monthly figures', async () => {
    const later = await gatewayOver(store, { nowMs: () => NOON_MS + 60 * 86_400_000 });
    expect(await fixingOf('convert?amount=1&provider=HMRC&date=2026-04-04', later.ask)).toBe('2026-02-01');
    expect(await fixingOf('convert?amount=1&provider=HMRC&date=2026-04-05', later.ask)).toBe('1007');
  });
});

it('tomorrow is the next UTC day', async () => {
  const beforeMidnight = await gatewayOver(store, { nowMs: () => Date.parse('2026-03-14T23:59:59.999Z') });
  const afterMidnight = await gatewayOver(store, { nowMs: () => Date.parse('2026-03-15T00:00:00Z') });
  const question = 'historical?date=2026-03-16&latest=true';
  expect(await fixingOf(question, beforeMidnight.ask)).toBe('1007');
  expect(await fixingOf(question, afterMidnight.ask)).toBe('2026-03-13');
});
