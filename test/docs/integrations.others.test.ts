/** The recipes of docs/integrations.md for pandas, R and LibreOffice, run by these programs against a real gateway. */
import { spawnSync } from 'node:child_process';
import { request } from 'undici';
import { beforeAll, describe, expect, it } from 'vitest';
import { libreOfficeIsThere, typedIntoSheet } from '../support/kit/libreoffice.ts';
import { blocksOf } from '../support/kit/markdown.ts';
import { DEMO_KEY } from '../support/servers/gateway.ts';
import { HOST, RECIPES, runRecipe, startHost } from './recipes.ts';

let host = '';
beforeAll(async () => {
  host = await startHost();
});

const isThere = (program: string, ...args: string[]) => spawnSync(program, args).status === 0;
const PYTHONS = ['python3', '/usr/bin/python3'];
const python = PYTHONS.find((program) => isThere(program, '-c', 'import pandas'));
const r = isThere('Rscript', '--version') ? 'Rscript' : undefined;
for (const [name, found] of Object.entries({ pandas: python, R: r })) {
  if (found === undefined) console.log(`skipped: ${name} is not installed, so its recipes are not run`);
}

describe('the commands', () => {
  it.skipIf(python === undefined)('of pandas keep every digit', async () => {
    const [recipe = ''] = blocksOf(RECIPES, 'python').filter((block) => block.includes('import pandas'));
    expect(await runRecipe(host, [python ?? '', '-c', recipe])).toContain('date,GBP,USD\n2026-03-09,0.8653,1.1555\n');
  });

  it.skipIf(r === undefined)('of R print a table', async () => {
    const [recipe = ''] = blocksOf(RECIPES, 'r');
    expect(await runRecipe(host, [r ?? '', '-e', recipe])).toMatch(/currency +rate\n1 +GBP +0\.86438\n2 +USD +1\.1555/);
  });
});

describe.skipIf(!libreOfficeIsThere)('the formula of LibreOffice', () => {
  const recipe = RECIPES.text.split('\n').find((line) => line.startsWith('=NUMBERVALUE(')) ?? '';
  const read = async (path: string) => {
    const { body } = await request(`${host}${path}`, { headers: { 'subscription-key': DEMO_KEY } });
    return body.text();
  };
  const formula = () => recipe.replace(HOST, host).replace('KEY', DEMO_KEY);

  it.each(['en-US', 'de-DE'])('gives the rate as a number in %s', async (locale) => {
    const text = await read('/v1/latest?currencies=INR');
    const rate = (JSON.parse(text) as { exchangeRates: { INR: number } }).exchangeRates.INR;
    expect(await typedIntoSheet([{ text: formula(), rows: 1 }], locale)).toEqual([[rate]]);
  });

  it('gives every rate of an answer in cells below each other', async () => {
    const own = formula().replace('INR', 'INR,USD');
    const text = await read('/v1/latest?currencies=INR,USD');
    const { INR, USD } = (JSON.parse(text) as { exchangeRates: Record<string, number> }).exchangeRates;
    expect(await typedIntoSheet([{ text: own, rows: 2 }], 'de-DE')).toEqual([[INR, USD]]);
  });

  it('without its NUMBERVALUE gives a text, which a sum leaves out', async () => {
    const own = formula().replace(/^=NUMBERVALUE\((.*);"\."\)$/, '=$1');
    const [[cell], [sum]] = (await typedIntoSheet(
      [own, '=SUM(A1:A1)'].map((text) => ({ text, rows: 1 })),
      'de-DE',
    )) as [readonly unknown[], readonly unknown[]];
    expect([typeof cell, sum]).toEqual(['string', 0]);
  });
});
