/** The documents behind new rows, as `collect` leaves them for a night to put into the store. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { Received } from '../../generator/sources/feeds/delivery.ts';
import { keepDocument } from '../../generator/sources/feeds/keeping.ts';
import { networkSource } from '../../generator/sources/feeds/net/network.ts';
import { parseIsoDate } from '../../generator/wire/words/calendar.ts';
import { hashOf } from '../../generator/wire/words/hash.ts';
import { freshFolder } from '../support/banks/archives.ts';
import { BANK, bank, bankFeed, collectRecorded } from '../support/banks/recorded-bank.ts';
import { internet } from '../support/servers/internet.ts';
import { readTree } from '../support/trees/trees.ts';

const list = (body: string, recordedAt = '2026-03-05T12:00:00Z', url = `${BANK}/a/1`) => ({ url, body, recordedAt });
const FIRST = '2026-03-02,USD,PLN,1,3.6\n';

describe('a document is kept', () => {
  it('with how it was fetched, under the day of its rows, if it brought one', async () => {
    const dir = freshFolder();
    const documentsDir = join(dir, 'documents');
    const same = list('2026-03-02,USD,PLN,1,3.60\n', '2026-03-06T12:00:00Z');
    await collectRecorded(dir, [list(FIRST), same, list('nonsense', '2026-03-07T12:00:00Z')], { documentsDir });
    const path = `2026-03-05/BANK/${hashOf(FIRST)}`;
    const kept = readTree(documentsDir);
    expect([...kept.keys()].sort()).toEqual([`${path}.gz`, `${path}.json`]);
    expect(gunzipSync(readFileSync(join(documentsDir, `${path}.gz`))).toString()).toBe(FIRST);
    expect(JSON.parse(kept.get(`${path}.json`) ?? '')).toMatchObject({
      method: 'GET',
      url: `${BANK}/a/1`,
      contentType: 'text/csv',
      recordedAt: '2026-03-05T12:00:00Z',
      sha256: hashOf(FIRST),
    });
  });

  it('if a row withdraws what it leaves out, and again on the day on which it comes back', async () => {
    const dir = freshFolder();
    const documentsDir = join(dir, 'documents');
    const both = `${FIRST}2026-03-02,EUR,PLN,1,4.2\n`;
    const days = ['2026-03-05', '2026-03-06', '2026-03-09'].map((day) => `${day}T12:00:00Z`);
    const documents = [both, FIRST, both].map((body, place) => list(body, days[place]));
    await collectRecorded(dir, documents, { documentsDir, withdraw: ['BANK'] });
    const bytes = [...readTree(documentsDir).keys()].filter((path) => path.endsWith('.gz'));
    expect(bytes.sort()).toEqual([
      `2026-03-05/BANK/${hashOf(both)}.gz`,
      `2026-03-06/BANK/${hashOf(FIRST)}.gz`,
      `2026-03-09/BANK/${hashOf(both)}.gz`,
    ]);
  });

  it('without keys, and without the token of a session that it was asked for with', async () => {
    const folder = freshFolder();
    const { dispatcher } = await internet((request, response) => {
      response.end(request.method === 'GET' ? 'a-token-of-the-page' : FIRST);
    });
    const feed = bankFeed('a', {
      session: {
        request: { method: 'GET', url: `${BANK}/a/form` },
        toKeys: ({ bytes }) => ({ token: Buffer.from(bytes).toString() }),
      },
      latest: (_, { token = '' }) => [{ method: 'POST', url: `${BANK}/a/1?key=s%26cret`, body: `t=${token}&day=1` }],
    });
    const source = networkSource({ dispatcher, userAgent: 'test', now: () => new Date() });
    const wanted = { today: parseIsoDate('2026-03-13'), span: null, keys: {} };
    for await (const delivery of source.deliver(bank({ feeds: [feed] }), wanted)) {
      await keepDocument(folder, 'BANK', delivery as Received, { BANK_KEY: 's&cret' });
    }
    const [[, recording] = []] = [...readTree(folder)].filter(([path]) => path.endsWith('.json'));
    expect(JSON.parse(recording ?? '')).toMatchObject({ url: `${BANK}/a/1?key=`, requestBody: 't=&day=1' });
    expect(recording).not.toMatch(/cret|a-token/);
  });
});
