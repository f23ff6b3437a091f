/** What a person or the gate holds by name is in the archive and not in the tree, until the hold ends. */
import { describe, expect, it } from 'vitest';
import { noteRelease } from '../../generator/rates/corrections/release-ledger.ts';
import { type GenerateOptions, generate } from '../../generator/release/publish/generate.ts';
import { type HoldRow, readHoldRows, writeHolds } from '../../generator/sources/archive/holds.ts';
import { readCurrencies } from '../../generator/sources/facts/currencies.ts';
import { parseIsoDate } from '../../generator/wire/words/calendar.ts';
import { EUR } from '../../generator/wire/words/schemas.ts';
import { definition, freshFolder, writeLines } from '../support/banks/archives.ts';
import { inputError } from '../support/kit/errors.ts';
import { CODES, PEGS, readTree } from '../support/trees/trees.ts';

const BANKS = [definition('ECB', 'EUR'), definition('NBP', 'PLN')];
const DAYS = ['2026-03-10', '2026-03-11', '2026-03-12'];
const ECB = DAYS.flatMap((day) =>
  CODES.map((code, place) => `${day} EUR/${code} ${code === 'USD' ? '1.1' : `${place + 2}.5`}`),
);
const NBP = DAYS.flatMap((day) => [`${day} EUR/PLN 23.5`, `${day} CUP/PLN 0.89`, `${day} XOF/PLN 0.0358`]);
const AT = new Date('2026-03-13T09:00:00Z');

type Line = Pick<HoldRow, 'code' | 'from' | 'until'>;
const held = ({ code, from, until }: { code?: string; from: string; until?: string }): Line => ({
  code: code ?? '',
  from: parseIsoDate(from),
  until: until === undefined ? '' : parseIsoDate(until),
});
const lineOf = (line: Line, more: Partial<HoldRow> = {}): Omit<HoldRow, 'at'> => ({
  ...{ change: 'held', by: 'person', after: '', stated: '', refused: '', fact: '', note: 'its page says otherwise' },
  ...line,
  ...more,
});

async function newArchive(): Promise<string> {
  const dir = freshFolder();
  await writeLines(dir, 'ECB', ECB);
  await writeLines(dir, 'NBP', NBP);
  return dir;
}

async function build(archiveDir: string, more: Partial<GenerateOptions> = {}) {
  const outDir = more.outDir ?? freshFolder();
  const options = { archiveDir, date: parseIsoDate('2026-03-12'), definitions: BANKS, currencies: readCurrencies() };
  const summary = await generate({ ...options, pegs: PEGS, bases: new Set([EUR]), ...more, outDir });
  return { summary, outDir, tree: readTree(outDir) };
}

/** The codes that a provider's fixing of the day states. */
function codesOn(tree: ReadonlyMap<string, string>, provider: string, day: string): readonly string[] {
  const table = tree.get(`tables/${provider}/2026/${day}.csv`) ?? '';
  return table.split('\n').flatMap((line) => /^([A-Z]{3}),/.exec(line)?.[1] ?? []);
}

describe('a hold of', () => {
  it.each([
    ['a figure', 'NBP', held({ code: 'CUP', from: '2026-03-11', until: '2026-03-11' }), ['CUP', '', 'CUP']],
    ['a currency from a day on', 'NBP', held({ code: 'CUP', from: '2026-03-11' }), ['CUP', '', '']],
    ['a currency until a day', 'NBP', held({ code: 'CUP', from: '2026-03-10', until: '2026-03-11' }), ['', '', 'CUP']],
    ['a bank', 'NBP', held({ from: '2026-03-12' }), ['CUP', 'CUP', '']],
    ['a currency of GLOBAL', 'GLOBAL', held({ code: 'CUP', from: '2026-03-12' }), ['CUP', 'CUP', '']],
  ])(
    '%s leaves it out on its days, also of GLOBAL, and its release brings it back',
    async (_, provider, line, stated) => {
      const dir = await newArchive();
      const before = await build(dir);
      await writeHolds(dir, provider, [lineOf(line)], AT);
      const during = await build(dir, { outDir: before.outDir });
      const codes = DAYS.map((day) => codesOn(during.tree, provider, day).find((code) => code === 'CUP') ?? '');
      expect(codes).toEqual(stated);
      if (provider === 'NBP' && line.code === 'CUP')
        expect(DAYS.map((day) => codesOn(during.tree, 'NBP', day).includes('XOF'))).toEqual([true, true, true]);
      expect(during.summary.failures).toEqual([]);
      expect(during.tree.get('v1/quarantine.csv')).toMatch(
        new RegExp(`^${provider},.*held by a person: its page says otherwise`, 'm'),
      );
      expect(during.tree).toEqual((await build(dir)).tree);
      await writeHolds(dir, provider, [lineOf(line, { change: 'released' })], AT);
      expect((await build(dir, { outDir: during.outDir })).tree).toEqual(before.tree);
      // The ledger still knows what was held at the instant between the two lines.
      expect((await build(dir, { asOf: '2026-03-13T09:00:00Z' })).tree).toEqual(during.tree);
    },
  );

  it('dollars in GLOBAL leaves out the dirham that is pegged to them, and says so', async () => {
    const dir = await newArchive();
    const before = codesOn((await build(dir)).tree, 'GLOBAL', '2026-03-12');
    await writeHolds(dir, 'GLOBAL', [lineOf(held({ code: 'USD', from: '2026-03-12' }))], AT);
    const { tree } = await build(dir);
    const provenance = tree.get('v1/provenance/GLOBAL/2026/03/12.json') ?? '';
    const stated = codesOn(tree, 'GLOBAL', '2026-03-12');
    expect(before.filter((code) => !stated.includes(code))).toEqual(['AED', 'USD']);
    expect(provenance).toMatch(/\["USD","ECB",.*"left out: held by a person: its page says otherwise",""\]/);
    expect(provenance).toMatch(/\["AED","ECB",.*"left out: official peg to USD, which has no figure",""\]/);
  });
});

describe('a held figure', () => {
  it('is no witness, and no past for the figure after it', async () => {
    const dir = freshFolder();
    await writeLines(
      dir,
      'ECB',
      ECB.filter((line) => !line.includes('SEK')),
    );
    await writeLines(dir, 'NBP', [...NBP, '2026-03-11 SEK/PLN 1', '2026-03-12 SEK/PLN 2.1']);
    expect((await build(dir)).tree.get('v1/quarantine.csv')).toContain('NBP,2026-03-12,SEK');
    await writeHolds(dir, 'NBP', [lineOf(held({ code: 'SEK', from: '2026-03-11', until: '2026-03-11' }))], AT);
    const { tree } = await build(dir);
    expect(tree.get('v1/quarantine.csv')).not.toContain('NBP,2026-03-12,SEK');
    expect(codesOn(tree, 'NBP', '2026-03-12')).toContain('SEK');
  });

  it('that was published is corrected to nothing, and corrected back when the hold ends', async () => {
    const dir = await newArchive();
    const note = { time: '2026-03-12T18:00:00Z', release: 'aaaaaaaaaaaaaaaa', method: '' };
    await noteRelease(dir, note, () => null);
    const line = held({ code: 'CUP', from: '2026-03-12' });
    const corrections = async () => (await build(dir)).tree.get('v1/corrections.csv') ?? '';
    const lines = async () => (await corrections()).split('\r\n').filter((text) => text.includes('CUP'));
    await writeHolds(dir, 'GLOBAL', [lineOf(line)], AT);
    const gone = /^GLOBAL,2026-03-12,EUR,CUP,mid,1,26\.40449438202247191,1,,2026-03-13T09:00:00Z,held: GLOBAL$/;
    expect(await lines()).toEqual([expect.stringMatching(gone)]);
    await noteRelease(dir, { ...note, time: '2026-03-13T18:00:00Z', release: 'bbbbbbbbbbbbbbbb' }, async () =>
      Buffer.from(await corrections()),
    );
    await writeHolds(dir, 'GLOBAL', [lineOf(line, { change: 'released' })], new Date('2026-03-14T09:00:00Z'));
    const back = /^GLOBAL,2026-03-12,EUR,CUP,mid,1,,1,26\.4\d*,2026-03-14T09:00:00Z,released: GLOBAL$/;
    expect(await lines()).toEqual([expect.stringMatching(gone), expect.stringMatching(back)]);
  });
});

describe('the ledger of holds', () => {
  it('keeps the order of two changes within a second', async () => {
    const dir = await newArchive();
    const line = held({ code: 'CUP', from: '2026-03-12' });
    for (const change of ['held', 'released', 'held'] as const) {
      await writeHolds(dir, 'NBP', [lineOf(line, { change })], AT);
    }
    expect((await readHoldRows(dir, 'NBP')).map(({ change }) => change)).toEqual(['held', 'released', 'held']);
    expect(codesOn((await build(dir)).tree, 'NBP', '2026-03-12')).not.toContain('CUP');
  });

  it('holds nothing by the lines that the gate wrote until version 0.4', async () => {
    const dir = await newArchive();
    const gate = {
      by: 'gate',
      fact: 'move NBP 2026-03-12 CUP 1f2e3d4c',
      note: 'NBP 2026-03-12: CUP 602 → 25',
    } as const;
    const line = lineOf(held({ code: 'CUP', from: '2026-03-12', until: '2026-03-12' }), gate);
    for (const provider of ['NBP', 'GLOBAL']) await writeHolds(dir, provider, [line], AT);
    const { tree } = await build(dir);
    for (const provider of ['NBP', 'GLOBAL']) expect(codesOn(tree, provider, '2026-03-12')).toContain('CUP');
  });

  it('is no folder of a bank, if it is about GLOBAL', async () => {
    const dir = await newArchive();
    await writeHolds(dir, 'GLOBAL', [lineOf(held({ code: 'CUP', from: '2026-03-12' }))], AT);
    expect((await build(dir)).summary.failures).toEqual([]);
  });

  it('refuses a note that a spreadsheet would run as a formula', async () => {
    const line = lineOf(held({ code: 'CUP', from: '2026-03-12' }), { note: '=1+1' });
    await expect(writeHolds(freshFolder(), 'NBP', [line], AT)).rejects.toThrow(
      inputError('the note "=1+1" begins or ends with a blank, or begins with = + - @'),
    );
  });
});
