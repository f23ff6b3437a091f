/** The formulas of the reference, typed into LibreOffice, give the figures of the answers. */
import { parse } from 'csv-parse/sync';
import { request } from 'undici';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Example, examplesOf, isFor, snippetOf } from '../../generator/site/page/base/examples.ts';
import { type Cell, libreOfficeIsThere, typedIntoSheet } from '../support/kit/libreoffice.ts';
import { EXPLORER_KEY, gatewayWithPage } from '../support/servers/explorer.ts';
import { embeddedTree } from '../support/trees/embedded.ts';

const LANGUAGE = 'LibreOffice, Excel';
const EXAMPLES = examplesOf('2026-03-13').filter((example) => isFor(LANGUAGE, example));

/** The column of an answer as CSV whose name is that of the element. */
async function columnOf(gateway: string, { address, element = '' }: Example): Promise<readonly string[]> {
  const { statusCode, body } = await request(`${gateway}/${address}&format=csv&header=true`, {
    headers: { 'subscription-key': EXPLORER_KEY },
  });
  expect(statusCode).toBe(200);
  const rows: Record<string, string>[] = parse(await body.text(), { columns: true });
  return rows.map((row) => row[element] ?? '');
}

describe.skipIf(!libreOfficeIsThere)('the examples in LibreOffice', () => {
  const sheet = new Map<Example, { expected: readonly string[]; cells: readonly Cell[] }>();

  beforeAll(async () => {
    const gateway = await gatewayWithPage(await embeddedTree());
    const columns = await Promise.all(EXAMPLES.map((example) => columnOf(gateway, example)));
    const formulas = EXAMPLES.map((example, place) => ({
      text: snippetOf(LANGUAGE, `${gateway}/`, true, example).replace('YOUR-KEY', EXPLORER_KEY),
      rows: columns[place]?.length ?? 0,
    }));
    const typed = await typedIntoSheet(formulas, 'en-US');
    for (const [place, example] of EXAMPLES.entries())
      sheet.set(example, { expected: columns[place] ?? [], cells: typed[place] ?? [] });
  });

  it.each(EXAMPLES.map((example) => ({ title: example.title, example })))('$title', ({ example }) => {
    const { expected = [], cells = [] } = sheet.get(example) ?? {};
    const isText = ['name', 'description', 'purpose'].includes(example.element ?? '');
    expect(cells).toEqual(isText ? expected : expected.map(Number));
    expect(cells.length).toBeGreaterThan(0);
  });
});
