import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { readArchive } from '../generator/archive.ts';
import { toCollectLine } from '../generator/collect-events.ts';
import { codesOf, readCurrencies } from '../generator/currencies.ts';
import { PROVIDERS } from '../generator/providers/index.ts';
import { replaySource } from '../generator/replay.ts';
import { parseIsoDate } from '../generator/wire/calendar.ts';
import { freshFolder } from './support/archives.ts';
import { RECORDINGS } from './support/feeds.ts';
import { BANK, bank, bankFeed, collect, collectRecorded, readRows, record } from './support/recorded-bank.ts';
import { recordingsAreThere } from './support/recordings.ts';

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
        observations: 2,
        fresh: 2,
        corrected: 0,
        withdrawn: 0,
        labels: [],
        failures: [],
      },
    ]);
    const { rows, documents } = await readArchive(join(dir, 'archive'), 'BANK');
    expect(documents.get(rows[0]?.document ?? '')).toMatchObject({
      table: 'a',
      url: `${BANK}/a/1`,
      fetched: '2026-03-05T12:00:00Z',
    });
  });

  it('and once more changes no byte', async () => {
    const dir = freshFolder();
    const documents = [list('2026-03-02,USD,PLN,1,3.60\n'), list('2026-03-02,USD,PLN,1,3.55,,\n', '2026-03-06')];
    await collectRecorded(dir, documents);
    const before = await readFile(join(dir, 'archive', 'BANK', '2026.csv'), 'utf8');
    const { summaries } = await collectRecorded(dir, documents);
    expect(await readFile(join(dir, 'archive', 'BANK', '2026.csv'), 'utf8')).toBe(before);
    expect(summaries).toMatchObject([{ documents: 2, fresh: 0, corrected: 0, withdrawn: 0 }]);
  });

  it('in whatever order the recordings stand: the later seen corrects the earlier', async () => {
    const dir = freshFolder();
    const lists = [
      list('2026-03-02,USD,PLN,1,3.61\n', '2026-03-06'),
      list('2026-03-02,USD,PLN,1,3.60\n', '2026-03-05'),
    ];
    const { summaries } = await collectRecorded(dir, lists);
    expect((await readRows(dir, '2026')).map((row) => row.split(',')[5])).toEqual(['3.60', '3.61']);
    expect(summaries).toMatchObject([{ fresh: 1, corrected: 1 }]);
  });

  it('mid of one table and sides of another side by side', async () => {
    const dir = freshFolder();
    const sides = list('2026-03-02,USD,PLN,1,,3.55,3.65\n', '2026-03-06', `${BANK}/c/1`);
    await collectRecorded(dir, [list('2026-03-02,USD,PLN,1,3.60\n'), sides]);
    expect(await readRows(dir, '2026')).toEqual([
      '2026-03-02,USD,PLN,1,,3.60,,,2026-03-05T12:00:00Z',
      '2026-03-02,USD,PLN,1,,,3.55,3.65,2026-03-06T00:00:00Z',
    ]);
  });

  it('equal figures of one pair and day once', async () => {
    const dir = freshFolder();
    const { summaries } = await collectRecorded(dir, [list('2026-03-02,USD,PLN,1,3.60\n2026-03-02,USD,PLN,1,3.6\n')]);
    expect(summaries).toMatchObject([{ fresh: 1, failures: [] }]);
  });
});

describe('a document is refused, with provider, feed, address, day and pair named', () => {
  const lead = { schedule: { days: [1], time: '16:00', timeZone: 'UTC', leadDaysMax: 1 } };
  it.each<[string, string, string]>([
    ['without a figure', '', 'the document states no figure'],
    ['a figure of zero', '2026-03-02,USD,PLN,1,0\n', '2026-03-02 USD/PLN: mid is no positive decimal: "0"'],
    ['a negative figure', '2026-03-02,USD,PLN,1,-3.6\n', '2026-03-02 USD/PLN: mid is no positive decimal: "-3.6"'],
    ['a figure that is a word', '2026-03-02,USD,PLN,1,N/A\n', '2026-03-02 USD/PLN: mid is no positive decimal: "N/A"'],
    ['two points', '2026-03-02,USD,PLN,1,1.234.5\n', '2026-03-02 USD/PLN: mid is no positive decimal: "1.234.5"'],
    ['a unit of zero', '2026-03-02,USD,PLN,0,3.6\n', '2026-03-02 USD/PLN: per is no positive decimal: "0"'],
    ['no unit', '2026-03-02,USD,PLN,,3.6\n', '2026-03-02 USD/PLN: per is no positive decimal: ""'],
    ['no side', '2026-03-02,USD,PLN,1,,,\n', '2026-03-02 USD/PLN: there is no figure'],
    ['bid above ask', '2026-03-02,USD,PLN,1,,3.7,3.6\n', '2026-03-02 USD/PLN: bid 3.7 is above ask 3.6'],
    [
      'mid above ask',
      '2026-03-02,USD,PLN,1,3.7,3.5,3.6\n',
      '2026-03-02 USD/PLN: mid 3.7 is outside of bid 3.5 and ask 3.6',
    ],
    [
      'mid below a lone bid',
      '2026-03-02,USD,PLN,1,3.4,3.5,\n',
      '2026-03-02 USD/PLN: mid 3.4 is outside of bid 3.5 and ask -',
    ],
    ['a day that does not exist', '2026-02-30,USD,PLN,1,3.6\n', 'not a day (YMD): "2026-02-30"'],
    [
      'a day too far ahead',
      '2026-03-07,USD,PLN,1,3.6\n',
      '2026-03-07 USD/PLN: the date is 2 days after the day of the fetch',
    ],
    [
      'a day before the provider',
      '1989-12-31,USD,PLN,1,3.6\n',
      'no reference currency is declared for a date before 1990-01-01',
    ],
    ['a cross of two others', '2026-03-02,EUR,USD,1,1.1\n', '2026-03-02 EUR/USD: exactly one side must be PLN'],
    ['the reference against itself', '2026-03-02,PLN,PLN,1,1\n', '2026-03-02 PLN/PLN: exactly one side must be PLN'],
    [
      'two values for one pair and day',
      '2026-03-02,USD,PLN,1,3.6\n2026-03-02,USD,PLN,1,3.7\n',
      '2026-03-02 USD/PLN is stated twice with different values',
    ],
    [
      'labels unknown in more than a tenth of its rows',
      '2026-03-02,USD,PLN,1,3.6\n2026-03-02,ECU,PLN,1,4\n',
      '1 of 2 rows have labels of no currency list: ECU',
    ],
    ['another form', '"2026-03-02', 'Quote Not Closed'],
  ])('%s', async (_, body, fault) => {
    const dir = freshFolder();
    const sound = list('2026-03-02,EUR,PLN,1,4.2\n', '2026-03-04', `${BANK}/c/1`);
    const { summaries, events } = await collectRecorded(dir, [sound, list(body)], { definition: bank(lead) });
    expect(summaries[0]?.failures).toEqual([expect.stringMatching(`^BANK: a, ${BANK}/a/1: `)]);
    expect(summaries[0]?.failures[0]).toContain(fault);
    // What was merged before stays, and a person sees one line.
    expect(await readRows(dir, '2026')).toHaveLength(1);
    expect(events.map(toCollectLine).filter((line) => line.includes(fault))).toHaveLength(1);
  });

  it('and the next document is read all the same', async () => {
    const dir = freshFolder();
    const { summaries } = await collectRecorded(dir, [
      list('nonsense'),
      list('2026-03-02,USD,PLN,1,3.6\n', '2026-03-06'),
    ]);
    expect(summaries).toMatchObject([{ documents: 1, fresh: 1, failures: [expect.any(String)] }]);
  });

  it('not for a day ahead that the provider declares', async () => {
    const dir = freshFolder();
    const { summaries } = await collectRecorded(dir, [list('2026-03-06,USD,PLN,1,3.6\n')], { definition: bank(lead) });
    expect(summaries).toMatchObject([{ fresh: 1, failures: [] }]);
  });
});

describe('told and no failure is', () => {
  const tenRows = Array.from({ length: 9 }, (_, day) => `2026-03-0${day + 1},USD,PLN,1,3.6\n`).join('');

  it('a label of no currency list, in a tenth of the rows', async () => {
    const dir = freshFolder();
    const { summaries, notes } = await collectRecorded(dir, [list(`${tenRows}2026-03-02,ECU,PLN,1,4\n`, '2026-03-13')]);
    expect(summaries).toMatchObject([{ fresh: 9, labels: ['ECU'], failures: [] }]);
    expect(notes).toEqual(['BANK: left out, in no currency list: ECU']);
  });

  it('a mid rate outside of the bid and ask of another table', async () => {
    const dir = freshFolder();
    const sides = list(
      '2026-03-02,USD,PLN,1,,3.55,3.65\n2026-03-03,USD,PLN,1,,3.55,3.65\n',
      '2026-03-06',
      `${BANK}/c/1`,
    );
    const { summaries, notes } = await collectRecorded(dir, [
      list('2026-03-02,USD,PLN,1,3.70\n2026-03-03,USD,PLN,1,3.60\n'),
      sides,
    ]);
    expect(notes).toEqual([
      'BANK: 2026-03-02 USD/PLN: mid 3.70 per 1 is outside of 3.55 to 3.65 per 1 of another table (and 0 more such)',
    ]);
    expect(summaries).toMatchObject([{ fresh: 4, failures: [] }]);
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

  it('the wrong way round is an error', async () => {
    const span = { from: parseIsoDate('2026-03-03'), to: parseIsoDate('2026-03-02') };
    await expect(collectRecorded(freshFolder(), [whole], span)).rejects.toThrow(
      'from 2026-03-03 is after to 2026-03-02',
    );
  });
});

describe('many providers', () => {
  const codes = Array.from({ length: 12 }, (_, index) => `BANK${String.fromCharCode(65 + index)}`);
  const banks = codes.map((code) => bank({ code }));

  it('are kept though one fails, and summed up in their order', async () => {
    const dir = freshFolder();
    for (const code of codes)
      await record(dir, code, [list(code === 'BANKC' ? 'nonsense' : '2026-03-02,USD,PLN,1,3.6\n')]);
    const source = replaySource({ dir, adapters: codes });
    const { summaries } = await collect({ providers: banks, source, archiveDir: join(dir, 'archive') });
    expect(summaries.map(({ provider }) => provider)).toEqual(codes);
    expect(summaries.filter(({ failures }) => failures.length > 0).map(({ provider }) => provider)).toEqual(['BANKC']);
    expect((await readdir(join(dir, 'archive'))).sort()).toEqual(codes.filter((code) => code !== 'BANKC'));
  });

  it('are kept though the archive of one is broken, which is named', async () => {
    const dir = freshFolder();
    for (const code of codes) await record(dir, code, [list('2026-03-02,USD,PLN,1,3.6\n')]);
    const options = {
      providers: banks,
      source: replaySource({ dir, adapters: null }),
      archiveDir: join(dir, 'archive'),
    };
    await collect(options);
    await writeFile(join(dir, 'archive', 'BANKB', '2026.csv'), 'half a ye');
    const { summaries } = await collect(options);
    const failures = summaries.flatMap((summary) => summary.failures);
    expect(failures).toEqual([expect.stringMatching(/^BANKB: .*BANKB\/2026\.csv, line 1: the header/)]);
  });
});

describe('answers kept as they came', () => {
  it('are compressed under their hash, the refused ones too', async () => {
    const dir = freshFolder();
    const bodies = ['2026-03-02,USD,PLN,1,3.6\n', 'nonsense'];
    await collectRecorded(
      dir,
      bodies.map((body) => list(body)),
      { rawDir: join(dir, 'raw') },
    );
    const names = await readdir(join(dir, 'raw'));
    expect(names.filter((name) => !/^[0-9a-f]{64}\.gz$/.test(name))).toEqual([]);
    const kept = await Promise.all(
      names.map(async (name) => gunzipSync(await readFile(join(dir, 'raw', name))).toString()),
    );
    expect(kept.sort()).toEqual(bodies);
  });
});

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

describe.skipIf(!recordingsAreThere('all recorded feeds into one archive'))('all recorded feeds', () => {
  const collectAll = (archiveDir: string) =>
    collect({
      providers: PROVIDERS,
      source: replaySource({ dir: RECORDINGS, adapters: PROVIDERS.map(({ code }) => code) }),
      archiveDir,
      today: parseIsoDate('2026-08-20'),
      currencies: codesOf(readCurrencies()),
    });

  it('are read without a failure or an unknown label, and read again add nothing', async () => {
    const dir = freshFolder();
    const { summaries, notes } = await collectAll(dir);
    expect(
      summaries.map(({ provider, fresh, corrected, withdrawn }) => [provider, fresh, corrected, withdrawn]),
    ).toEqual([
      ['BNR', 5809, 0, 0],
      ['BOC', 6946, 0, 0],
      ['CBR', 81, 0, 0],
      ['CNB', 1982, 0, 0],
      ['ECB', 217584, 0, 0],
      ['HMRC', 1885, 0, 0],
      ['HNB', 80, 0, 0],
      ['NBP', 275, 0, 0],
      ['NBU', 720, 0, 0],
      ['TCMB', 332, 0, 0],
    ]);
    expect(summaries.flatMap(({ failures, labels }) => [...failures, ...labels])).toEqual([]);
    expect(notes.filter((note) => !note.endsWith('there is no adapter for it'))).toEqual([]);
    expect(notes).toHaveLength(55);
    const again = await collectAll(dir);
    expect(again.summaries.map(({ fresh, corrected, withdrawn }) => fresh + corrected + withdrawn)).toEqual(
      PROVIDERS.map(() => 0),
    );
  });
});
