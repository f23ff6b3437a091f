import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readArchive } from '../../generator/sources/archive/archive.ts';
import type { FeedWanted } from '../../generator/sources/feeds/delivery.ts';
import type { ProviderDefinition } from '../../generator/sources/feeds/provider.ts';
import { replaySource } from '../../generator/sources/feeds/recordings.ts';
import { parseIsoDate } from '../../generator/wire/words/calendar.ts';
import { freshFolder } from '../support/banks/archives.ts';
import { BANK, bank, bankFeed, collect, collectRecorded, readRows, record } from '../support/banks/recorded-bank.ts';

const list = (body: string, recordedAt = '2026-03-05T12:00:00Z', url = `${BANK}/a/1`) => ({ url, body, recordedAt });

describe('collecting puts figures into the archive as they were published', () => {
  it('with their unit, direction and digits, the time of the fetch and the document', async () => {
    const dir = freshFolder();
    const { summaries } = await collectRecorded(dir, [
      list('2026-03-02,USD,PLN,1,3.60\n2026-03-02,JPY,PLN,100,2.30\n'),
    ]);
    expect(await readRows(dir, '2026')).toEqual([
      '2026-03-02,JPY,PLN,100,,2.30,,,2026-03-05T12:00:00Z',
      '2026-03-02,USD,PLN,1,,3.60,,,2026-03-05T12:00:00Z',
    ]);
    expect(summaries).toEqual([
      {
        provider: 'BANK',
        documents: 1,
        answered: true,
        observations: 2,
        fresh: 2,
        corrected: 0,
        withdrawn: 0,
        labels: [],
        failures: [],
        misread: false,
      },
    ]);
    const { rows, documents } = await readArchive(join(dir, 'archive'), 'BANK');
    expect(documents.get(rows[0]?.document ?? '')).toMatchObject({
      table: 'a',
      url: `${BANK}/a/1`,
      fetched: '2026-03-05T12:00:00Z',
    });
  });

  it('and a second time changes no byte', async () => {
    const dir = freshFolder();
    const documents = [list('2026-03-02,USD,PLN,1,3.60\n'), list('2026-03-02,USD,PLN,1,3.55,,\n', '2026-03-06')];
    await collectRecorded(dir, documents);
    const before = await readFile(join(dir, 'archive', 'BANK', '2026.csv'), 'utf8');
    const { summaries } = await collectRecorded(dir, documents);
    expect(await readFile(join(dir, 'archive', 'BANK', '2026.csv'), 'utf8')).toBe(before);
    expect(summaries).toMatchObject([{ documents: 2, fresh: 0, corrected: 0, withdrawn: 0 }]);
  });

  it('in any order of the recordings: the figure that was seen later corrects the earlier one', async () => {
    const dir = freshFolder();
    const lists = [
      list('2026-03-02,USD,PLN,1,3.61\n', '2026-03-06'),
      list('2026-03-02,USD,PLN,1,3.60\n', '2026-03-05'),
    ];
    const { summaries } = await collectRecorded(dir, lists);
    expect((await readRows(dir, '2026')).map((row) => row.split(',')[5])).toEqual(['3.60', '3.61']);
    expect(summaries).toMatchObject([{ fresh: 1, corrected: 1 }]);
  });

  it('with the mid of one table beside the bid and ask of another', async () => {
    const dir = freshFolder();
    const sides = list('2026-03-02,USD,PLN,1,,3.55,3.65\n', '2026-03-06', `${BANK}/c/1`);
    await collectRecorded(dir, [list('2026-03-02,USD,PLN,1,3.60\n'), sides]);
    expect(await readRows(dir, '2026')).toEqual([
      '2026-03-02,USD,PLN,1,,3.60,,,2026-03-05T12:00:00Z',
      '2026-03-02,USD,PLN,1,,,3.55,3.65,2026-03-06T00:00:00Z',
    ]);
  });

  it('once, if a document states equal figures for a pair and day', async () => {
    const dir = freshFolder();
    const { summaries } = await collectRecorded(dir, [list('2026-03-02,USD,PLN,1,3.60\n2026-03-02,USD,PLN,1,3.6\n')]);
    expect(summaries).toMatchObject([{ fresh: 1, failures: [] }]);
  });
});

describe('a span of dates', () => {
  const whole = list('2026-03-01,USD,PLN,1,3.1\n2026-03-02,USD,PLN,1,3.2\n2026-03-03,USD,PLN,1,3.3\n');
  it.each([
    [null, null, ['2026-03-01', '2026-03-02', '2026-03-03']],
    ['2026-03-02', null, ['2026-03-02', '2026-03-03']],
    [null, '2026-03-02', ['2026-03-01', '2026-03-02']],
    ['2026-03-02', '2026-03-02', ['2026-03-02']],
  ])('from %s to %s keeps %j', async (from, to, dates) => {
    const dir = freshFolder();
    const [first, last] = [from, to].map((date) => (date === null ? null : parseIsoDate(date)));
    await collectRecorded(dir, [whole], { from: first ?? null, to: last ?? null });
    expect((await readRows(dir, '2026')).map((row) => row.slice(0, 10))).toEqual(dates);
  });

  it('withdraws nothing outside of it', async () => {
    const dir = freshFolder();
    await collectRecorded(dir, [whole]);
    const later = list('2026-03-01,EUR,PLN,1,4\n2026-03-03,EUR,PLN,1,4\n', '2026-03-06');
    const { summaries } = await collectRecorded(dir, [later], {
      from: parseIsoDate('2026-03-03'),
      to: parseIsoDate('2026-03-03'),
    });
    expect(summaries).toMatchObject([{ fresh: 1, withdrawn: 1 }]);
  });

  it('that begins within a month includes the monthly rates of that month', async () => {
    const dir = freshFolder();
    const span = { from: parseIsoDate('2026-03-10'), to: parseIsoDate('2026-03-20') };
    await collectRecorded(dir, [whole], { ...span, definition: bank({ validity: 'month' }) });
    expect(await readRows(dir, '2026')).toHaveLength(3);
  });

  it('that ends before it begins is an error', async () => {
    const span = { from: parseIsoDate('2026-03-03'), to: parseIsoDate('2026-03-02') };
    await expect(collectRecorded(freshFolder(), [whole], span)).rejects.toThrow(
      'from 2026-03-03 is after to 2026-03-02',
    );
  });
});

describe('many providers', () => {
  const codes = Array.from({ length: 12 }, (_, index) => `BANK${String.fromCharCode(65 + index)}`);
  const banks = codes.map((code) => bank({ code }));

  it('are kept if one fails, and are summed up in their order', async () => {
    const dir = freshFolder();
    for (const code of codes) record(dir, code, [list(code === 'BANKC' ? 'nonsense' : '2026-03-02,USD,PLN,1,3.6\n')]);
    const source = replaySource({ dirs: [dir], adapters: codes });
    const { summaries } = await collect({ providers: banks, source, archiveDir: join(dir, 'archive') });
    expect(summaries.map(({ provider }) => provider)).toEqual(codes);
    expect(summaries.filter(({ failures }) => failures.length > 0).map(({ provider }) => provider)).toEqual(['BANKC']);
    expect((await readdir(join(dir, 'archive'))).sort()).toEqual(codes.filter((code) => code !== 'BANKC'));
  });

  it('are not blamed for a damaged archive: the run ends and names file and line', async () => {
    const dir = freshFolder();
    for (const code of codes) record(dir, code, [list('2026-03-02,USD,PLN,1,3.6\n')]);
    const options = {
      providers: banks,
      source: replaySource({ dirs: [dir], adapters: null }),
      archiveDir: join(dir, 'archive'),
    };
    await collect(options);
    await writeFile(join(dir, 'archive', 'BANKB', '2026.csv'), 'half a ye');
    await expect(collect(options)).rejects.toThrow(/BANKB\/2026\.csv, line 1: the header/);
  });

  it('are not blamed for a bug of ours, or a full disk: the run ends, and no further bank is asked', async () => {
    const dir = freshFolder();
    for (const code of codes) record(dir, code, [list('2026-03-02,USD,PLN,1,3.6\n')]);
    const asked: string[] = [];
    const recorded = replaySource({ dirs: [dir], adapters: null });
    const source = {
      ...recorded,
      deliver: (provider: ProviderDefinition, wanted: FeedWanted) => {
        asked.push(provider.code);
        if (provider.code === 'BANKA') throw new TypeError('our bug');
        return recorded.deliver(provider, wanted);
      },
    };
    const many = Array.from({ length: 40 }, (_, place) => (place === 0 ? 'BANKA' : `BANKX${letters(place)}`));
    const providers = many.map((code) => bank({ code }));
    await expect(collect({ providers, source, archiveDir: join(dir, 'archive') })).rejects.toThrow(TypeError);
    expect(asked.length).toBeLessThan(many.length);
  });
});

/** `AA`, `AB`, …: codes of providers have no digits. */
function letters(place: number): string {
  return String.fromCharCode(65 + Math.floor(place / 26), 65 + (place % 26));
}

describe('an address', () => {
  it('is stored without the keys in it', async () => {
    const dir = freshFolder();
    const definition = bank({ feeds: [bankFeed('a', { keys: ['BANK_KEY'] })] });
    const secret = list('2026-03-02,USD,PLN,1,3.6\n', '2026-03-05', `${BANK}/a/1?key=s%26cret&codes=USD,EUR`);
    await collectRecorded(dir, [secret], { definition, env: { BANK_KEY: 's&cret', OTHER: 'USD' } });
    const { documents } = await readArchive(join(dir, 'archive'), 'BANK');
    expect([...documents.values()].map(({ url }) => url)).toEqual([`${BANK}/a/1?key=&codes=USD,EUR`]);
  });
});
