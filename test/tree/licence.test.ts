/** `generate --licence`: a tree without the sources that allow less than is wanted, in GLOBAL too. */
import { cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { leftOutLines, toLicensed } from '../../generator/commands/generate.ts';
import { PROVIDERS } from '../../generator/sources/providers/index.ts';
import { parseStatus } from '../../generator/wire/answers/status.ts';
import { freshFolder } from '../support/banks/archives.ts';
import { copied } from '../support/kit/copied.ts';
import { runProgram } from '../support/kit/run-program.ts';
import { gatewayOver } from '../support/servers/gateway.ts';
import { diskStore } from '../support/servers/stores.ts';
import { EMBEDDED } from '../support/trees/embedded.ts';
import { readFolder, readTree } from '../support/trees/trees.ts';

/** Two attributions, and two of which nothing is known. */
const BANKS = ['ECB', 'CNB', 'BANGUAT', 'BOB'];

describe('generate --licence', () => {
  const archive = freshFolder();
  const [whole, licensed, again] = [freshFolder(), freshFolder(), freshFolder()];
  const run = (out: string, ...flags: readonly string[]) =>
    runProgram(['generate', '--archive', archive, '--out', out, '--bases', 'EUR', '--date', '2026-03-13', ...flags]);
  /** What lies below v1/, without what names currencies and laws, which are no figures of anybody. */
  const stable = (out: string) => {
    const files = [...readFolder(out, 'v1')].filter(([path]) => !/(rules|currencies|openapi|status)/.test(path));
    return files.map(([path, text]) => `${path} ${text}`).join('\n');
  };
  let said = '';

  beforeAll(() => {
    for (const bank of BANKS) cpSync(join(EMBEDDED, bank), join(archive, bank), { recursive: true });
    run(whole);
    const made = run(licensed, '--licence', 'free,attribution');
    expect([made.status, made.stderr]).toEqual([0, expect.not.stringContaining('no adapter')]);
    said = made.stdout;
  });

  it('makes no file of the others, and nothing of theirs is in GLOBAL', () => {
    const text = stable(licensed);
    for (const code of ['BANGUAT', 'BOB']) {
      expect(stable(whole)).toMatch(new RegExp(`\\b${code}\\b`));
      expect(text.match(new RegExp(`^.*\\b${code}\\b.*$`, 'm'))?.[0]).toBeUndefined();
    }
    expect(text).toMatch(/^v1\/latest\/ECB\//m);
    expect(text).toMatch(/^v1\/latest\/GLOBAL\//m);
    // The quetzal is on no other list of these banks.
    expect([stable(whole).includes('"GTQ"'), text.includes('"GTQ"')]).toEqual([true, false]);
  });

  it('has the class of each provider in its status, and the codes of those that were left out', () => {
    const statusOf = (out: string) => parseStatus(readFileSync(join(out, 'v1/status.json'), 'utf8'));
    const classOf = (out: string) =>
      statusOf(out).providers.map(({ provider, licence }) => `${provider} ${licence ?? '-'}`);
    expect(classOf(whole)).toEqual([
      'GLOBAL -',
      'BANGUAT unknown',
      'BOB unknown',
      'CNB attribution',
      'ECB attribution',
    ]);
    expect(classOf(licensed)).toEqual(['GLOBAL -', 'CNB attribution', 'ECB attribution']);
    expect(statusOf(whole)).not.toHaveProperty('leftOut');
    expect(statusOf(licensed).leftOut).toEqual(expect.arrayContaining(['BANGUAT', 'BOB', 'TCMB']));
    expect(statusOf(licensed).leftOut).not.toContain('ECB');
  });

  it('refuses the rules that need one of them, and says why', async () => {
    const { ask } = await gatewayOver(diskStore(licensed));
    const said = async (rule: string) =>
      JSON.parse((await ask(`/v1/convert?rule=${rule}&date=2026-03-08&amount=1&base=EUR`)).text);
    for (const rule of ['CH-VAT', 'CH-VAT-AVG', 'CN-CUS']) {
      const provider = rule.startsWith('CH') ? 'BAZG' : 'CFETS';
      const message = `provider "${provider}" is left out of this release for its licence`;
      expect(await said(rule)).toEqual({ errorCode: 1001, message });
    }
    expect(await said('CZ-VAT')).toMatchObject({ provider: 'CNB', date: '2026-03-06' });
  });

  it('says which it left out, by their classes', () => {
    expect(said).toMatch(/^left out, non-commercial: BCV, BOC, BOI, BOJ, BOJA, BOZ, /m);
    expect(said).toMatch(/^left out, permission: BAZG, BCCR, BFM, BM, BOMU, /m);
    expect(said).toMatch(/^left out, unknown: AMCM, BAM, /m);
    expect(said).not.toMatch(/^left out, (free|attribution)/m);
  });

  it('makes the same tree over one of all sources, and that one again without the flag', () => {
    copied(whole, again);
    run(again, '--licence', 'free,attribution');
    expect(readTree(again)).toEqual(readTree(licensed));
    run(again);
    expect(readTree(again)).toEqual(readTree(whole));
  });
});

describe('the providers of a class', () => {
  it('are all of them, if no class is asked for, and with the others they are all', () => {
    expect(toLicensed(PROVIDERS, undefined)).toEqual({ definitions: PROVIDERS, leftOut: new Set() });
    expect(leftOutLines(toLicensed(PROVIDERS, undefined))).toEqual([]);
    const { definitions, leftOut } = toLicensed(PROVIDERS, new Set(['unknown']));
    expect(definitions.length + leftOut.size).toBe(PROVIDERS.length);
    expect(definitions.map(({ code }) => code)).toContain('BCH');
  });
});
