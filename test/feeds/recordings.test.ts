import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Delivery } from '../../generator/feeds/delivery.ts';
import { replaySource } from '../../generator/feeds/recordings.ts';
import { parseIsoDate } from '../../generator/wire/calendar.ts';
import { freshFolder } from '../support/banks/archives.ts';
import { BANK, bank, record } from '../support/banks/recorded-bank.ts';

const WANTED = { today: parseIsoDate('2026-03-13'), span: null, keys: {} };

async function replayed(dir: string): Promise<readonly Delivery[]> {
  const deliveries: Delivery[] = [];
  for await (const delivery of replaySource({ dir, adapters: null }).deliver(bank(), WANTED)) deliveries.push(delivery);
  return deliveries;
}

const at = (recordedAt: string, url = `${BANK}/a/1`) => ({ url, body: recordedAt, recordedAt });

describe('recorded answers', () => {
  it('are delivered in the order in which they were recorded, whatever their order in source.json', async () => {
    const dir = freshFolder();
    await record(dir, 'BANK', [at('2026-03-04T10:00:00Z'), at('2026-03-02'), at('2026-03-04T00:30:00+02:00')]);
    const documents = (await replayed(dir)).flatMap((delivery) =>
      delivery.kind === 'document' ? [delivery.seen] : [],
    );
    expect(documents).toEqual(['2026-03-02T00:00:00Z', '2026-03-03T22:30:00Z', '2026-03-04T10:00:00Z']);
  });

  it('go to the feed whose addresses they match; others are named and no failure', async () => {
    const dir = freshFolder();
    await record(dir, 'BANK', [at('2026-03-02', `${BANK}/c/2020-01-01`), at('2026-03-03', `${BANK}/banknotes/1`)]);
    const [first, second] = await replayed(dir);
    expect(first).toMatchObject({ kind: 'document', feed: { name: 'c' } });
    expect(second).toEqual({ kind: 'note', text: `GET ${BANK}/banknotes/1 (1.csv) is no feed's address` });
  });

  it('carry the bytes, the content type and the body of the request', async () => {
    const dir = freshFolder();
    await record(dir, 'BANK', [at('2026-03-02')]);
    const [delivery] = await replayed(dir);
    expect(delivery).toMatchObject({
      answer: { contentType: 'text/csv', request: { method: 'GET', url: `${BANK}/a/1` } },
    });
    expect(delivery?.kind === 'document' && Buffer.from(delivery.answer.bytes).toString()).toBe('2026-03-02');
  });

  it('that are not what was recorded are a failure', async () => {
    const dir = freshFolder();
    await record(dir, 'BANK', [at('2026-03-02')]);
    await writeFile(join(dir, 'BANK', '0.csv'), '2026-03-09');
    expect(await replayed(dir)).toMatchObject([
      { kind: 'failed', reason: expect.stringContaining('0.csv is not what was recorded') },
    ]);
  });

  it('of a provider that has none are a line', async () => {
    const dir = freshFolder();
    expect(await replayed(dir)).toEqual([{ kind: 'note', text: `no recording in ${dir}` }]);
  });

  it('in a folder without an adapter are a line each; a folder without a description is not', async () => {
    const dir = freshFolder();
    for (const code of ['BANK', 'XBANK']) await record(dir, code, []);
    await mkdir(join(dir, 'reference'));
    const source = replaySource({ dir, adapters: ['BANK'] });
    expect(await source.readNotes()).toEqual(['XBANK: recorded, but there is no adapter for it']);
    expect(await replaySource({ dir, adapters: null }).readNotes()).toEqual([]);
  });

  it.each([
    ['a file of another folder', { file: '../secret' }, 'a file name without a folder'],
    ['a time that is none', { recordedAt: 'yesterday' }, 'recordedAt'],
    ['no address', { url: undefined }, 'url'],
  ])('described with %s are refused', async (_, spoilt, message) => {
    const dir = freshFolder();
    const sound = {
      method: 'GET',
      url: BANK,
      file: '0.csv',
      contentType: '',
      recordedAt: '2026-03-02',
      bytes: 0,
      sha256: '0'.repeat(64),
    };
    await mkdir(join(dir, 'BANK'));
    await writeFile(
      join(dir, 'BANK', 'source.json'),
      JSON.stringify({ provider: 'BANK', requests: [{ ...sound, ...spoilt }] }),
    );
    await expect(replayed(dir)).rejects.toThrow(message);
  });

  it('cannot be read from a folder that is not there', async () => {
    const source = replaySource({ dir: join(freshFolder(), 'none'), adapters: ['BANK'] });
    await expect(source.readNotes()).rejects.toThrow('name a folder laid out as <PROVIDER>/source.json');
  });
});
