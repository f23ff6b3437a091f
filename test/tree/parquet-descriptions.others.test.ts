/**
 * The descriptions of the Parquet files, read by programs of other makers: the library of Frictionless, which knows
 * version 1 of Data Package, and a processor of JSON-LD. Of what mlcroissant demands of a dataset, the last tests are a
 * copy, because it comes from another registry.
 */
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { packageRoot } from '../../generator/kit/package.ts';
import { embeddedTree } from '../support/trees/embedded.ts';
import { readTree } from '../support/trees/trees.ts';

const PREFIX = '.ratetree/descriptions';
const isInstalled = ['datapackage', 'jsonld'].every((name) =>
  existsSync(join(packageRoot(), PREFIX, 'node_modules', name)),
);
if (!isInstalled) {
  const command = `npm install --no-save --ignore-scripts --prefix ${PREFIX} datapackage@1.1.10 jsonld@9.0.0`;
  console.log(`skipped: no program of another maker reads the descriptions of Parquet files; ${command}`);
}
const load = createRequire(join(packageRoot(), PREFIX, 'index.js'));

const SCHEMA = 'https://schema.org/';
const CROISSANT = 'http://mlcommons.org/croissant/';
type Node = Readonly<Record<string, readonly Readonly<Record<string, string>>[]>>;

describe.skipIf(!isInstalled)('the descriptions of the Parquet files', () => {
  let tree: ReadonlyMap<string, string>;
  beforeAll(async () => {
    tree = readTree(await embeddedTree());
  });
  const textOf = (name: string) => JSON.parse(tree.get(`v1/${name}`) ?? '');

  it('are a valid package to Frictionless, which refuses one without a path', async () => {
    const { validate } = load('datapackage');
    const described = textOf('datapackage.json');
    expect(await validate(described)).toMatchObject({ valid: true, errors: [] });
    delete described.resources[3].path;
    expect(await validate(described)).toMatchObject({ valid: false });
  });

  describe('are one dataset of Croissant', () => {
    let nodes: readonly Node[] = [];
    beforeAll(async () => {
      const base = 'https://files.example/v1/dataset.jsonld';
      nodes = await load('jsonld').flatten(textOf('dataset.jsonld'), null, { base });
    });
    const ofType = (type: string) => nodes.filter((node) => `${node['@type']}`.split(',').includes(type));
    const valueIn = (node: Node | undefined, key: string) => node?.[key]?.[0]?.['@value'] ?? node?.[key]?.[0]?.['@id'];
    const nodeOf = (id: string | undefined) => nodes.find((node) => `${node['@id']}` === id);

    it.each([
      [`${SCHEMA}Dataset`, 'name description license url creator datePublished distribution cr:recordSet'],
      [`${CROISSANT}FileObject`, 'name encodingFormat contentUrl sha256 license'],
      [`${CROISSANT}FileSet`, 'name encodingFormat cr:includes'],
      [`${CROISSANT}RecordSet`, 'name cr:field'],
      [`${CROISSANT}Field`, 'name description cr:dataType cr:source'],
    ])('whose nodes of type %s have %s', (type, names) => {
      const keys = names.split(' ').map((name) => (name.startsWith('cr:') ? CROISSANT + name.slice(3) : SCHEMA + name));
      expect(ofType(type).length).toBeGreaterThan(0);
      for (const node of ofType(type)) expect(keys.filter((key) => valueIn(node, key) === undefined)).toEqual([]);
    });

    it('with version 1.0, and nothing below it that is a dataset, too', () => {
      expect(ofType(`${SCHEMA}Dataset`).map((node) => valueIn(node, 'http://purl.org/dc/terms/conformsTo'))).toEqual([
        'http://mlcommons.org/croissant/1.0',
      ]);
    });

    it('whose fields are columns of a file or a set of files that it names', () => {
      const fields = ofType(`${CROISSANT}Field`);
      expect(fields).toHaveLength(14);
      for (const field of fields) {
        const source = nodeOf(valueIn(field, `${CROISSANT}source`));
        const whole = valueIn(source, `${CROISSANT}fileObject`) ?? valueIn(source, `${CROISSANT}fileSet`);
        expect(nodeOf(whole)?.['@type']).toBeDefined();
        const extract = nodeOf(valueIn(source, `${CROISSANT}extract`));
        expect(valueIn(extract, `${CROISSANT}column`)).toBe(valueIn(field, `${SCHEMA}name`));
      }
    });
  });
});
