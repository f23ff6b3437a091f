/**
 * A currency drops zeros under its old code. Until a person confirms it, every figure in new units is held and GLOBAL states
 * nothing; afterwards each bank may change once, on its own day.
 */
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { packageRoot } from '../../generator/kit/package.ts';
import { redenominate, undoRedenomination } from '../../generator/rates/quarantine/person-holds.ts';
import { toQuarantined } from '../../generator/rates/quarantine/quarantine.ts';
import { renewalsUntil } from '../../generator/rates/quarantine/renewal.ts';
import { openGenerated } from '../../generator/release/pointer/generated.ts';
import { generate } from '../../generator/release/publish/generate.ts';
import { readCurrencies } from '../../generator/sources/facts/currencies.ts';
import { parseIsoDate } from '../../generator/wire/words/calendar.ts';
import { EUR } from '../../generator/wire/words/schemas.ts';
import { globalOn, readLaw } from '../../scripts/audit/global.ts';
import { readEvidence } from '../../scripts/audit/lists.ts';
import { compareDay, readQuarantine } from '../../scripts/audit/tree.ts';
import { archive, definition, freshFolder, writeLines } from '../support/banks/archives.ts';
import { inputError } from '../support/kit/errors.ts';
import { readExamples } from '../support/kit/examples.ts';
import { check, toBriefs } from '../support/trees/nights.ts';
import { CODES, PEGS, readTree } from '../support/trees/trees.ts';

const NOTE = 'decree of the president';
const AT = new Date('2026-10-22T09:00:00Z');
const DAYS = ['14', '15', '16', '19', '20', '21'].map((day) => parseIsoDate(`2026-10-${day}`));

interface World {
  readonly code: string;
  /** Units per EUR in old money, and the zeros that fall. */
  readonly old: string;
  readonly factor: string;
  readonly new: string;
  /** The first day on which each bank states new units. */
  readonly changes: Readonly<Record<string, string>>;
}

const SUM: World = {
  ...{ code: 'UZS', old: '13781', factor: '1000', new: '13.781' },
  changes: { CBU: '2026-10-19', ECB: '2026-10-20', NBP: '2026-10-20', CNB: '2026-10-20', BNR: '2026-10-20' },
};
const RIAL: World = {
  ...{ code: 'IRR', old: '1530000', factor: '10000', new: '153' },
  changes: { ECB: '2026-10-20', NBP: '2026-10-20', CNB: '2026-10-20', BNR: '2026-10-20' },
};
const REFERENCES: Readonly<Record<string, string>> = { CBU: 'UZS', ECB: 'EUR', NBP: 'PLN', CNB: 'CZK', BNR: 'RON' };
const UNITS: Readonly<Record<string, string>> = { PLN: '4', CZK: '25', RON: '5' };

function linesOf(bank: string, { code, changes, ...world }: World): readonly string[] {
  const reference = REFERENCES[bank] ?? '';
  return DAYS.flatMap((day) => {
    const units = day < (changes[bank] ?? '9999') ? world.old : world.new;
    if (reference === code) return [`${day} EUR/${code} ${units}`];
    const dollars = [`${day} EUR/USD 1.25`, `${day} EUR/${code} ${units}`];
    if (reference !== 'EUR')
      return [
        `${day} EUR/${reference} ${UNITS[reference]}`,
        `${day} ${reference}/${code} ${over(units, UNITS[reference])}`,
      ];
    return [
      ...dollars,
      ...CODES.filter((one) => !/USD|AED/.test(one)).map((one, place) => `${day} EUR/${one} ${place + 2}.5`),
    ];
  });
}

/** Exact for the few units of this test. */
function over(units: string, by = '1'): string {
  return `${(BigInt(units.replace('.', '')) * 1000n) / BigInt(by)}`.replace(/(\d+)/, (all) => scaled(all, units));
}

function scaled(digits: string, like: string): string {
  const places = 3 + (like.split('.')[1]?.length ?? 0);
  const padded = digits.padStart(places + 1, '0');
  return `${padded.slice(0, -places)}.${padded.slice(-places)}`;
}

const BANKS = Object.entries(REFERENCES).map(([code, reference]) => definition(code, reference));
const FACTS = { definitions: BANKS, currencies: readCurrencies(), pegs: PEGS, bases: new Set([EUR]) };
const build = (archiveDir: string, outDir: string, date = DAYS.at(-1) ?? never()) =>
  generate({ archiveDir, outDir, date, ...FACTS });

function never(): never {
  throw new TypeError('the table of days is empty');
}

const figureOn = (tree: ReadonlyMap<string, string>, day: string, code: string) =>
  new RegExp(`^${code},([^,]*)`, 'm').exec(tree.get(`tables/GLOBAL/2026/${day}.csv`) ?? '')?.[1] ?? 'none';

/** What the second implementation makes otherwise. */
function auditOf(archiveDir: string, outDir: string): readonly string[] {
  const law = { ...readLaw(join(packageRoot(), 'data')), pegs: [] };
  const evidence = readEvidence(archiveDir, readQuarantine(outDir));
  const whole = readEvidence(archiveDir, readQuarantine(outDir, 'unheard'));
  return DAYS.flatMap((day) => compareDay(outDir, day, globalOn(day, evidence, law, whole)).differences);
}

describe.each([
  ['UZS by 1000, its own bank first and all others a day later', SUM],
  ['IRR by 10000, all banks on one day', RIAL],
])('%s', (_, world) => {
  const { code, factor } = world;

  it('is not stated while every fresh voice is held, is stated when it is confirmed, and not when that is undone', async () => {
    const [dir, out] = [freshFolder(), freshFolder()];
    const nights: (readonly [string, string, readonly string[]])[] = [];
    for (const day of DAYS) {
      for (const bank of Object.keys(world.changes))
        await writeLines(
          dir,
          bank,
          linesOf(bank, world).filter((line) => line.slice(0, 10) <= day),
        );
      const { notices } = await build(dir, out, day);
      nights.push([
        day.slice(8),
        figureOn(readTree(out), day, code),
        notices.map(({ currency, kind }) => `${currency} ${kind}`),
      ]);
    }
    expect(nights).toEqual([
      ...['14', '15', '16', '19'].map((day) => [day, world.old, []]),
      ...['20', '21'].map((day) => [day, 'none', [`${code} held`]]),
    ]);
    const before = readTree(out);
    expect(before.get('v1/provenance/GLOBAL/2026/10/21.json')).toContain('left out: in quarantine');

    expect(auditOf(dir, out)).toEqual([]);

    await redenominate(dir, code, { from: parseIsoDate('2026-10-19'), factor }, NOTE, AT);
    const confirmed = await build(dir, out);
    expect([confirmed.notices, confirmed.quarantined]).toEqual([[], 0]);
    expect(DAYS.slice(3).map((day) => figureOn(readTree(out), day, code))).toEqual([world.old, world.new, world.new]);
    const fresh = freshFolder();
    await build(dir, fresh);
    expect(readTree(out)).toEqual(readTree(fresh));

    await undoRedenomination(dir, code, 'it was postponed', AT);
    await build(dir, out);
    expect(readTree(out)).toEqual(before);
  });

  it('passes the gate once it is confirmed: GLOBAL has moved as its banks have', async () => {
    const [dir, old, now] = [freshFolder(), freshFolder(), freshFolder()];
    const [before = never(), last = never()] = [DAYS[2], DAYS.at(-1)];
    for (const day of [before, last]) {
      for (const bank of Object.keys(world.changes))
        await writeLines(
          dir,
          bank,
          linesOf(bank, world).filter((line) => line.slice(0, 10) <= day),
        );
      if (day === before) await build(dir, old, day);
    }
    await redenominate(dir, code, { from: parseIsoDate('2026-10-19'), factor }, NOTE, AT);
    await build(dir, now);
    expect([old, now].map((out, place) => figureOn(readTree(out), [before, last][place] ?? never(), code))).toEqual([
      world.old,
      world.new,
    ]);
    const report = await check(await openGenerated(now), await openGenerated(old), { definitions: BANKS, now: last });
    expect(toBriefs(report)).toEqual([]);
  });
});

describe('after UZS by 1000 from 2026-10-19 is confirmed, a bank', () => {
  const CONFIRMED = renewalsUntil(
    [
      {
        at: '2026-10-20T00:00:00Z',
        change: 'confirmed',
        code: 'UZS',
        from: DAYS[3] ?? never(),
        factor: '1000',
        note: NOTE,
      },
    ],
    null,
  );
  const held = (...lines: readonly string[]) => {
    const others = ['14', '16', '19', '20', '21', '26'].map(
      (day) => `2026-10-${day} EUR/UZS ${day < '20' ? 13781 : 13.781}`,
    );
    const holdings = [
      { definition: definition('NBP', 'EUR'), lines },
      { definition: definition('ECB', 'EUR'), lines: others },
    ].map(({ definition: of, lines: own }) => {
      return { definition: of, archive: archive(of.code, own), accepted: new Set<string>(), holds: [] };
    });
    return toQuarantined(holdings, CONFIRMED).flatMap(({ provider, row }) =>
      provider === 'NBP' ? [`${row.date} ${row.mid}`] : [],
    );
  };

  it.each(readExamples('quarantine/held.txt', 'a currency that gets a new unit'))('%s', (_, lines, expected) =>
    expect(held(...lines.split(' | ')).join(' | ')).toBe(expected),
  );
});

describe('a word that cannot be taken', () => {
  it.each([
    [
      'EUR',
      { from: DAYS[0], factor: '1000' },
      '--redenominate EUR: not a currency that can be redenominated; write an ISO 4217 code',
    ],
    ['UZS', { factor: '1000' }, '--redenominate UZS needs --from: the first day of the new unit'],
    [
      'UZS',
      { from: DAYS[0], factor: '7' },
      '--factor 7: write how many old UZS are a new one: 10, 100, 1000, 10000, 100000, 1000000',
    ],
  ])('%s %j is refused by name', async (code, days, message) => {
    await expect(redenominate(freshFolder(), code, days as object, NOTE, AT)).rejects.toThrow(inputError(message));
  });

  it('nor twice, nor undone without being confirmed', async () => {
    const dir = freshFolder();
    await expect(undoRedenomination(dir, 'UZS', NOTE, AT)).rejects.toThrow(/no redenomination of UZS is confirmed/);
    const days = { from: DAYS[3] ?? never(), factor: '1000' };
    await redenominate(dir, 'UZS', days, NOTE, AT);
    await expect(redenominate(dir, 'UZS', days, NOTE, AT)).rejects.toThrow(/already confirmed from 2026-10-19/);
  });
});
