/**
 * The definition for Business Central, against what the public source of that program states: the elements and
 * attributes of its XMLport 1225, the steps of its codeunits 1203 and 1280, and the fields of its table 330. The program
 * itself was not run.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { expect, it } from 'vitest';
import { packageRoot } from '../../generator/kit/package.ts';
import { embeddedTree } from '../support/trees/embedded.ts';

interface Node {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly Node[];
}

const parser = new XMLParser({ preserveOrder: true, ignoreAttributes: false, attributeNamePrefix: '' });
type Parsed = Readonly<Record<string, unknown>>;

function toNodes(parsed: readonly Parsed[]): readonly Node[] {
  return parsed.flatMap(({ ':@': attributes = {}, ...element }) =>
    Object.entries(element).flatMap(([name, children]) =>
      /^[?#]/.test(name)
        ? []
        : [{ name, attributes: attributes as Node['attributes'], children: toNodes(children as Parsed[]) }],
    ),
  );
}

const TEXT = readFileSync(join(packageRoot(), 'scripts/deploy/business-central/ecb-exchange-rates.xml'), 'utf8');

/** Of each element its parent, the attributes that must be there, and those that may be, as far as we have them. */
const SCHEMA: Readonly<Record<string, readonly [parent: string, must: string, may: string]>> = {
  root: ['', '', ''],
  DataExchDef: ['root', 'Code Name Type', 'FileType ReadingWritingCodeunit'],
  DataExchLineDef: ['DataExchDef', '', 'LineType Code Name ColumnCount DataLineTag'],
  DataExchColumnDef: ['DataExchLineDef', 'ColumnNo Name Show DataType', 'Path'],
  DataExchMapping: ['DataExchLineDef', 'TableId Name', 'MappingCodeunit'],
  DataExchFieldMapping: ['DataExchMapping', '', 'ColumnNo FieldID UseDefaultValue DefaultValue'],
};
const words = (text: string) => text.split(' ').filter((word) => word !== '');

function* faultsIn({ name, attributes, children }: Node, parent: string): Generator<string> {
  const [own, must, may] = SCHEMA[name] ?? ['nowhere', '', ''];
  if (own !== parent) yield `${name} in ${parent}`;
  for (const one of words(must)) if (attributes[one] === undefined) yield `${name} without ${one}`;
  const known = new Set(words(`${must} ${may}`));
  for (const one of Object.keys(attributes)) if (!known.has(one)) yield `${name} with ${one}`;
  for (const child of children) yield* faultsIn(child, name);
}

const [root] = toNodes(parser.parse(TEXT));
const allOf = (node: Node | undefined, name: string): readonly Node[] =>
  (node?.children ?? []).flatMap((child) => [...(child.name === name ? [child] : []), ...allOf(child, name)]);
const [definition] = allOf(root, 'DataExchDef');
const [line] = allOf(root, 'DataExchLineDef');

it('has the elements and attributes that the import reads, and texts that fit its fields', () => {
  expect(XMLValidator.validate(TEXT)).toBe(true);
  expect(root === undefined ? [] : [...faultsIn(root, '')]).toEqual([]);
  expect(definition?.attributes.Code?.length).toBeLessThanOrEqual(20);
  expect(line?.attributes.Code?.length).toBeLessThanOrEqual(20);
  const numbers = allOf(root, 'DataExchColumnDef').map(({ attributes }) => attributes.ColumnNo);
  expect(new Set(numbers).size).toBe(numbers.length);
  expect(allOf(root, 'DataExchFieldMapping').map(({ attributes }) => attributes.ColumnNo)).toEqual(numbers);
});

it('is a generic import of XML into the exchange rates, with the code that the preset looks for', () => {
  expect(definition?.attributes).toMatchObject({
    ...{ Code: 'ECB-EXCHANGE-RATES', Type: '3', FileType: '0', ReadingWritingCodeunit: '1203' },
  });
  const [mapping] = allOf(root, 'DataExchMapping');
  expect(mapping?.attributes).toMatchObject({ TableId: '330', MappingCodeunit: '1280' });
});

/** The elements below the document at a path, each with those above it, innermost last. */
function nodesAt(document: readonly Node[], path: string): readonly (readonly Node[])[] {
  const [, first, ...steps] = path.split('/');
  let found = document.filter(({ name }) => name === first).map((node) => [node]);
  for (const step of steps) {
    found = found.flatMap((trail) =>
      (trail.at(-1)?.children ?? []).filter(({ name }) => name === step).map((child) => [...trail, child]),
    );
  }
  return found;
}

/** What the codeunits would put into the table: by number of field, for each line. */
function recordsOf(document: readonly Node[]): readonly Readonly<Record<string, string>>[] {
  const columns = new Map(allOf(root, 'DataExchColumnDef').map(({ attributes }) => [attributes.ColumnNo, attributes]));
  return nodesAt(document, line?.attributes.DataLineTag ?? '').map((trail) =>
    Object.fromEntries(
      allOf(root, 'DataExchFieldMapping').map(({ attributes }) => {
        const [, above = '', name = ''] = /^(.*)\/@(.*)$/.exec(columns.get(attributes.ColumnNo)?.Path ?? '') ?? [];
        const found = trail[above.split('/').length - 2]?.attributes[name];
        return [attributes.FieldID, found ?? (attributes.UseDefaultValue === 'true' ? attributes.DefaultValue : '')];
      }),
    ),
  );
}

it.each(['ecb/eurofxref-daily.xml', 'ecb/GLOBAL/eurofxref-daily.xml'])('maps the rows of %s', async (path) => {
  const text = readFileSync(join(await embeddedTree(), path), 'utf8');
  const records = recordsOf(toNodes(parser.parse(text)));
  const [, date] = /<Cube time='([\d-]+)'/.exec(text) ?? [];
  const rows = [...text.matchAll(/currency='(\w+)' rate='([\d.]+)'/g)];
  expect(rows.length).toBeGreaterThan(25);
  // Currency Code, Starting Date, Exchange Rate Amount, and Relational Exch. Rate Amount: so much per one euro.
  expect(records).toEqual(rows.map(([, code, rate]) => ({ 1: code, 2: date, 3: rate, 6: '1' })));
});
