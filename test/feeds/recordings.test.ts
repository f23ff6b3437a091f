import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Delivery } from '../../generator/sources/feeds/delivery.ts';
import { replaySource } from '../../generator/sources/feeds/recordings.ts';
import { parseIsoDate } from '../../generator/wire/words/calendar.ts';
import { freshFolder } from '../support/banks/archives.ts';
import { BANK, bank, record } from '../support/banks/recorded-bank.ts';
import { inputError } from '../support/kit/errors.ts';

const WANTED = { today: parseIsoDate('2026-03-13'), span: null, keys: {} };

async function replayed(dir: string): Promise<readonly Delivery[]> {
  const deliveries: Delivery[] = [];
  for await (const delivery of replaySource({ dirs: [dir], adapters: null }).deliver(bank(), WANTED))
    deliveries.push(delivery);
  return deliveries;
}

const at = (recordedAt: string, url = `${BANK}/a/1`) => ({ url, body: recordedAt, recordedAt });

describe('recorded answers', () => {
  it('are delivered in the order in which they were recorded, whatever their order in source.json', async () => {
    const dir = freshFolder();
    record(dir, 'BANK', [at('2026-03-04T10:00:00Z'), at('2026-03-02'), at('2026-03-04T00:30:00+02:00'), at('2026-03')]);
    const documents = (await replayed(dir)).flatMap((delivery) =>
      delivery.kind === 'document' ? [delivery.seen] : [],
    );
    expect(documents).toEqual([
      '2026-03-01T00:00:00Z',
      '2026-03-02T00:00:00Z',
      '2026-03-03T22:30:00Z',
      '2026-03-04T10:00:00Z',
    ]);
  });

  it('go to the feed whose addresses match; others are named in a note and are not a failure', async () => {
    const dir = freshFolder();
    record(dir, 'BANK', [at('2026-03-02', `${BANK}/c/2020-01-01`), at('2026-03-03', `${BANK}/banknotes/1`)]);
    const [first, second] = await replayed(dir);
    expect(first).toMatchObject({ kind: 'document', feed: { name: 'c' } });
    expect(second).toEqual({ kind: 'note', text: `GET ${BANK}/banknotes/1 (1.txt) is not the address of any feed` });
  });

  it('carry the bytes, the content type and the body of the request', async () => {
    const dir = freshFolder();
    record(dir, 'BANK', [at('2026-03-02')]);
    const [delivery] = await replayed(dir);
    expect(delivery).toMatchObject({
      answer: { contentType: 'text/csv', request: { method: 'GET', url: `${BANK}/a/1` } },
    });
    expect(delivery?.kind === 'document' && Buffer.from(delivery.answer.bytes).toString()).toBe('2026-03-02');
  });

  it('whose bytes differ from what was recorded are a failure', async () => {
    const dir = freshFolder();
    record(dir, 'BANK', [at('2026-03-02')]);
    await writeFile(join(dir, 'BANK', '0.txt'), '2026-03-09');
    expect(await replayed(dir)).toMatchObject([
      { kind: 'failed', reason: expect.stringContaining('0.txt is not what was recorded') },
    ]);
  });

  it('of a provider without any are a note', async () => {
    const dir = freshFolder();
    expect(await replayed(dir)).toEqual([{ kind: 'note', text: `no recording in ${dir}` }]);
  });

  it('of several folders are those of all that describe the provider, the oldest first', async () => {
    const [first, second] = [freshFolder(), freshFolder()];
    record(second, 'BANK', [at('2026-03-02')]);
    record(second, 'XBANK', []);
    const read = async () => {
      const source = replaySource({ dirs: [first, second], adapters: ['BANK'] });
      expect(await source.readNotes()).toEqual(['XBANK: recorded, but there is no adapter for it']);
      const seen: string[] = [];
      for await (const delivery of source.deliver(bank(), WANTED))
        seen.push(delivery.kind === 'document' ? delivery.seen : delivery.kind);
      return seen;
    };
    expect(await read()).toEqual(['2026-03-02T00:00:00Z']);
    record(first, 'BANK', [at('2026-03-04')]);
    expect(await read()).toEqual(['2026-03-02T00:00:00Z', '2026-03-04T00:00:00Z']);
  });

  it('without an adapter are a note for each folder that has a description', async () => {
    const dir = freshFolder();
    for (const code of ['BANK', 'XBANK']) record(dir, code, []);
    await mkdir(join(dir, 'reference'));
    const source = replaySource({ dirs: [dir], adapters: ['BANK'] });
    expect(await source.readNotes()).toEqual(['XBANK: recorded, but there is no adapter for it']);
    expect(await replaySource({ dirs: [dir], adapters: null }).readNotes()).toEqual([]);
  });

  it.each([
    ['a file of another folder', { file: '../secret' }, 'must be a file name without a folder'],
    ['a time that cannot be read', { recordedAt: 'yesterday' }, 'requests.0.recordedAt'],
    ['no address', { url: undefined }, 'requests.0.url'],
  ])('described with %s are refused', async (_, spoilt, message) => {
    const dir = freshFolder();
    const sound = {
      method: 'GET',
      url: BANK,
      file: '0.txt',
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
    await expect(replayed(dir)).rejects.toThrow(inputError(message));
  });

  it('are refused with a description that is not JSON', async () => {
    const dir = freshFolder();
    await mkdir(join(dir, 'BANK'));
    await writeFile(join(dir, 'BANK', 'source.json'), '{"provider":');
    await expect(replayed(dir)).rejects.toThrow(inputError('source.json is not JSON'));
  });

  it('are refused if a file in the description is missing', async () => {
    const dir = freshFolder();
    record(dir, 'BANK', [at('2026-03-02')]);
    await rm(join(dir, 'BANK', '0.txt'));
    await expect(replayed(dir)).rejects.toThrow(inputError('0.txt is missing'));
  });

  it('cannot be read from a folder that does not exist', async () => {
    const source = replaySource({ dirs: [join(freshFolder(), 'none')], adapters: ['BANK'] });
    await expect(source.readNotes()).rejects.toThrow(inputError('name a folder laid out as <PROVIDER>/source.json'));
  });
});
