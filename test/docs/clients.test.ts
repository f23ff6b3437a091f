/** docs/integrations.md claims of other programs what data/clients.csv says was done, and that claims nothing else. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { packageRoot } from '../../generator/kit/package.ts';
import { blockOf } from '../../scripts/docs/page-block.ts';
import { clientsTable, DOORS, readClients } from '../../scripts/docs/tables-text.ts';
import { tableOf } from '../support/kit/markdown.ts';
import { RECIPES } from './recipes.ts';

const CLIENTS = readClients();
/** What the gateway had when the programs were tried with it. */
const DOORS_OF: Readonly<Record<string, readonly string[]>> = {
  'trial of 0.2.0': ['v1', 'export', 'frankfurter', 'currencylayer', 'oxr', 'fixer', 'prebid'],
  'trial after 0.3.0': DOORS,
};

/** The versions of packages that tests install. */
const PINNED = new Map(
  ['test/package.json', 'test/clients/package.json'].flatMap((file) => {
    const { dependencies } = JSON.parse(readFileSync(join(packageRoot(), file), 'utf8'));
    return Object.entries<string>(dependencies);
  }),
);
/** What programs call a door, where they do not call it as we do. */
const DOOR_IN_TESTS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'Finance::Quote': { oxr: "'OpenExchange'", fixer: "'Fixer'", ecb: "'ECB'" },
  'exchange-rates-api': { frankfurter: '/ratesapi`', fixer: '/fixer`' },
  units_cur: {
    oxr: "'openexchangerates'",
    fixer: "'fixer'",
    floatrates: "'floatrates'",
    ecb: "'eubank'",
    'exchangerate-api': "'exchangerate_api'",
  },
};

describe('data/clients.csv', () => {
  it('is the table of the page (else: node build/scripts/docs/tables.js)', () => {
    expect(blockOf(RECIPES.text, 'clients')).toBe(clientsTable(CLIENTS));
  });

  it('has no program at a gateway that did not have the door yet', () => {
    const ran = CLIENTS.filter(({ tried }) => tried === 'gateway');
    const trials = ran.filter(({ by }) => by.startsWith('trial'));
    // Tests run more than people did.
    expect([ran.length > 40, ran.length - trials.length > trials.length, trials.length > 0]).toEqual([
      true,
      true,
      true,
    ]);
    expect(trials.filter(({ door, by }) => !DOORS_OF[by]?.includes(door) && door !== '')).toEqual([]);
  });

  const tested = CLIENTS.filter(({ by }) => by.startsWith('test/'));
  it.each(tested)('$program at $door is run by $by, in this version', ({ program, version, door, by }) => {
    const file = join(packageRoot(), by);
    const asks = join(dirname(file), 'ask.mjs');
    const source = [file, asks].map((path) => (existsSync(path) ? readFileSync(path, 'utf8') : '')).join('\n');
    expect(source.includes(program)).toBe(true);
    const pinned = PINNED.get(program);
    if (pinned !== undefined) expect(version).toBe(pinned);
    const rows = tested.filter((other) => other.program === program);
    // A program that goes in by several doors is run at each, which its test names.
    if (rows.length > 1)
      expect(DOOR_IN_TESTS[program]?.[door] ?? door).toSatisfy((name: string) => source.includes(name));
  });

  it('has each program of the page with a setting', () => {
    const programs = tableOf(RECIPES, 'program', 'setting', 'value', 'it then asks').flatMap(([cell = '']) =>
      cell.split(', '),
    );
    const known = new Set(CLIENTS.filter(({ how }) => how === 'setting').map(({ program }) => program));
    expect(programs.filter((program) => !known.has(program))).toEqual([]);
  });

  it.each([
    ['run in no version', 'a,,fixer,setting,gateway,trial of 0.2.0,', 'ran in no version'],
    ['run by whom nobody knows', 'a,1,fixer,setting,gateway,me,', 'is neither a trial nor a test'],
    ['run, though it was read', 'a,1,fixer,setting,gateway,reading of 0.2.0,', 'was read, and not run'],
    ['at no door that there is', 'a,1,yahoo,setting,source,trial of 0.2.0,', 'is not one of v1'],
    ['not to work, for no reason', 'a,1,,not,source,trial of 0.2.0,', 'does not say why not'],
  ])('cannot say that a program is %s', (_, line, words) => {
    const text = `program,version,door,how,tried,by,note\n${line}\n`;
    expect(() => readClients({ text, file: 'clients.csv' })).toThrow(words);
  });
});
