/** An old release between two fixings carries a rate, and after the newest one only until the next list was due. */

import { describe, expect, it } from 'vitest';
import { readExamples } from '../support/kit/examples.ts';
import { gatewayOver } from '../support/servers/gateway.ts';
import { diskStore } from '../support/servers/stores.ts';
import { ruleStore } from '../support/trees/rule-tree.ts';
import { writeSmallTree } from '../support/trees/small-tree.ts';

const store = ruleStore();
const small = diskStore(writeSmallTree());

/** The date of the fixing that answers, or the code of the refusal with the day on which a list was due. */
async function fixingOf(question: string, now: string, from = store): Promise<string> {
  const { ask } = await gatewayOver(from, { nowMs: () => Date.parse(now) });
  const { status, text } = await ask(question);
  const found = JSON.parse(text);
  if (status === 200) return found.date;
  const due = /\bdue (?:on|by) (\d{4}-\d\d-\d\d)/.exec(text)?.[1];
  return [found.errorCode ?? status, ...(due === undefined ? [] : [due])].join(' ');
}

const convert = (provider: string, date: string) => `/v1/convert?provider=${provider}&date=${date}&amount=1`;

describe('/v1/convert', () => {
  // The release is of Friday, 13 March 2026. The ECB publishes at 16:00 in Berlin, HMRC by the 26th for the next month.
  it.each(readExamples('server/answers/old-release.txt', 'convert'))(
    '%s: %s for %s, asked at %s, answers %s',
    async (_, provider, date, now, answer) => {
      expect(await fixingOf(convert(provider, date), now)).toBe(answer);
    },
  );

  it('says what the release has, what was due, and what to run', async () => {
    const { ask } = await gatewayOver(store, { nowMs: () => Date.parse('2026-03-25T12:00Z') });
    expect(JSON.parse((await ask(convert('ECB', '2026-03-20'))).text).message).toBe(
      'ECB has no fixing for 2026-03-20 in this release: one was due on 2026-03-20 at 16:00 (Europe/Berlin); ' +
        'this release has ECB up to 2026-03-13: run "ratetree collect --provider ECB"',
    );
  });

  it('refuses an answer that it gave before the hour', async () => {
    let nowMs = Date.parse('2026-03-16T14:59:59Z');
    const { ask } = await gatewayOver(store, { nowMs: () => nowMs });
    const url = convert('ECB', '2026-03-16');
    expect((await ask(url)).status).toBe(200);
    nowMs += 1000;
    expect((await ask(url)).status).toBe(400);
  });

  it.each([
    ['2026-03-15', '2026-04-20T12:00Z', '2026-03-13'],
    ['2026-03-16', '2026-03-16T12:00Z', '2026-03-13'],
    ['2026-03-16', '2026-03-17T00:00Z', '1007 2026-03-16'],
    ['2026-04-11', '2026-04-20T12:00Z', '1007 2026-04-10'],
  ])('of GLOBAL, which has each weekday: %s asked at %s answers %s', async (date, now, answer) => {
    expect(await fixingOf(convert('GLOBAL', date), now, small)).toBe(answer);
  });

  it('leaves /v1/historical with latest=true as it is, which says by its name what it does', async () => {
    const question = '/v1/historical?provider=ECB&date=2026-04-15&latest=true';
    expect(await fixingOf(question, '2026-04-20T12:00Z')).toBe('2026-03-13');
  });
});

describe('a dialect', () => {
  it.each(readExamples('server/answers/old-release.txt', 'dialects'))(
    '%s answers for the weekend after the newest fixing, and not for the Monday',
    async (question) => {
      const { ask } = await gatewayOver(small, { nowMs: () => Date.parse('2026-04-20T12:00Z') });
      const statusOf = async (day: string) => {
        const { status, text } = await ask(question.replace('DATE', `2026-03-${day}`).replace('DAY', day));
        return [status, /\bone was due on 2026-03-16/.test(text)];
      };
      expect(await statusOf('15')).toEqual([200, false]);
      const [status, isSaid] = await statusOf('16');
      expect([Number(status) >= 400, isSaid]).toEqual([true, true]);
    },
  );

  it.each(['/frankfurter/v1/DATE', '/frankfurter/DATE'])('%s of the ECB alike', async (question) => {
    const { ask } = await gatewayOver(store, { nowMs: () => Date.parse('2026-03-20T20:00Z') });
    const [weekend, monday] = await Promise.all(
      ['2026-03-15', '2026-03-16'].map((day) => ask(question.replace('DATE', day))),
    );
    expect([weekend?.status, monday?.status, monday?.text]).toEqual([
      200,
      404,
      expect.stringContaining('was due on 2026-03-16'),
    ]);
  });
});
