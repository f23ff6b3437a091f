import Ajv2020 from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { beforeAll, describe, expect, it } from 'vitest';
import { openapiText } from '../../generator/release/tree/render/openapi.ts';
import { PROBLEMS } from '../../generator/wire/words/problems.ts';
import { folderObjects } from '../../server/trees/open.ts';
import { ReleaseStore } from '../../server/trees/release.ts';
import { readExamples } from '../support/kit/examples.ts';
import { type GatewayUnderTest, gatewayOver } from '../support/servers/gateway.ts';
import { diskStore } from '../support/servers/stores.ts';
import { averagedTree } from '../support/trees/averaged.ts';
import { embeddedTree } from '../support/trees/embedded.ts';
import { publishAll } from '../support/trees/releases.ts';

interface Described {
  readonly get: {
    readonly parameters: readonly { readonly name: string; readonly required?: boolean; readonly schema: object }[];
    readonly responses: Readonly<
      Record<string, { readonly content: Readonly<Record<string, { readonly schema: object }>> }>
    >;
  };
}

const openapi: { paths: Record<string, Described>; components: { schemas: object } } = JSON.parse(openapiText());
const ajv = addFormats.default(new Ajv2020.default({ strict: false }));
ajv.addSchema({ $id: 'https://ratetree.test/openapi', ...openapi });

let gateway: GatewayUnderTest;
beforeAll(async () => {
  const folder = await embeddedTree();
  gateway = await gatewayOver(diskStore(folder));
});

/** The schema that a parameter chooses; null for the one that the operation declares. */
function chosenSchema(url: string): string | null {
  const parameters = new URL(url, 'https://ratetree.test').searchParams;
  const isSpan = url.startsWith('/v1/series');
  if (parameters.has('published') && !url.startsWith('/v1/convert'))
    return isSpan ? 'PublishedSeries' : 'PublishedExchangeRates';
  const kind = isSpan ? (parameters.has('period') ? 'Periods' : 'Series') : 'ExchangeRates';
  if (parameters.has('extended')) return `Extended${kind}`;
  return kind === 'Periods' ? kind : null;
}

/** Checks the answer's body against the schema that the document has for the operation, its parameters and the status. */
async function validated(url: string): Promise<number> {
  const operation = /^\/v1(\/\w+)/.exec(url)?.[1] ?? '';
  const { status, headers, text } = await gateway.ask(url);
  const media = headers['content-type']?.split(';')[0] ?? '';
  const content = `/paths/${operation.replace('/', '~1')}/get/responses/${status}/content/${media.replace('/', '~1')}/schema`;
  const chosen = status === 200 ? chosenSchema(url) : null;
  const path = chosen === null ? content : `/components/schemas/${chosen}`;
  const validate = ajv.compile({ $ref: `https://ratetree.test/openapi#${path}` });
  const isValid = validate(JSON.parse(text));
  expect(isValid, `${url}: ${JSON.stringify(validate.errors)}\n${text.slice(0, 300)}`).toBe(true);
  return status;
}

describe('the OpenAPI document describes what the gateway answers', () => {
  const SUCCESSES = readExamples('tree/openapi.txt', 'answered');
  it.each(SUCCESSES)('200: %s', async (url) => expect(await validated(url)).toBe(200));

  const FAILURES = readExamples('tree/openapi.txt', 'refused');
  it.each(FAILURES)('400: %s', async (url) => expect(await validated(url)).toBe(400));

  it('does not accept bodies that the gateway never sends', () => {
    const schema = (name: string) => ajv.compile({ $ref: `https://ratetree.test/openapi#/components/schemas/${name}` });
    expect(schema('ExchangeRates')({ provider: 'ECB', date: '13.03.2026', base: 'EUR', exchangeRates: {} })).toBe(
      false,
    );
    expect(
      schema('ExchangeRates')({ provider: 'ECB', date: '2026-03-13', base: 'EUR', exchangeRates: { USD: '1.1' } }),
    ).toBe(false);
    expect(schema('Problem')({ message: 'no' })).toBe(false);
    expect(schema('Currency')({ code: 'EUR', name: 'Euro', numericCode: 978, obsolete: false })).toBe(false);
  });

  it('has the operations and the documents, each with every status of a refusal', () => {
    const operations = ['/currencies', '/providers', '/rules', '/latest', '/historical', '/series', '/convert'];
    expect(Object.keys(openapi.paths).filter((path) => !/\.(json|csv)$/.test(path))).toEqual(operations);
    const statuses = new Set(Object.values(PROBLEMS).map(({ status }) => `${status}`));
    for (const { get } of Object.values(openapi.paths)) {
      expect(new Set(Object.keys(get.responses))).toEqual(new Set(['200', ...statuses]));
    }
  });

  it('names exactly the parameters that the gateway reads', async () => {
    const operations = Object.entries(openapi.paths).filter(([path]) => !path.includes('.'));
    const names = new Set(operations.flatMap(([, { get }]) => get.parameters.map(({ name }) => name)));
    for (const [path, { get }] of operations) {
      const own = new Set(get.parameters.map(({ name }) => name));
      for (const name of names) {
        const { text } = await gateway.ask(`/v1${path}?${name}=%00`);
        expect(JSON.parse(text).errorCode === 1104, `${path} ${name}`).toBe(!own.has(name) && !text.startsWith('['));
      }
    }
  });

  const EXAMPLE: Readonly<Record<string, string>> = {
    ...{ provider: 'ECB', currency: 'USD', year: '2026', month: '03', day: '13', period: 'month' },
  };

  it('names the documents by their paths and the parts of these, and the gateway has them', async () => {
    const documents = Object.entries(openapi.paths).filter(([path]) => path.includes('.'));
    const { dir } = await publishAll([await averagedTree()]);
    const averaged = await gatewayOver(new ReleaseStore(folderObjects(dir), null));
    expect(documents.length).toBeGreaterThan(5);
    for (const [path, { get }] of documents) {
      expect(get.parameters.map(({ name }) => `{${name}}`)).toEqual(path.match(/\{\w+\}/g) ?? []);
      const url = `/v1${path.replaceAll(/\{(\w+)\}/g, (_, name) => EXAMPLE[name] ?? '')}`;
      const { status, headers } = await averaged.ask(url);
      expect([url, status]).toEqual([url, 200]);
      expect(Object.keys(get.responses['200']?.content ?? {})).toEqual([headers['content-type']?.split(';')[0]]);
    }
  });
});
