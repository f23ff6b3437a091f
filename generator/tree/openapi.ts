/** The OpenAPI 3.1 description of the service, made from the schemas that the code itself uses. */
import { z } from 'zod';
import { contentType, FORMATS } from '../wire/encode.ts';
import { PROBLEMS } from '../wire/problems.ts';
import { conversion, currency, exchangeRates, extendedExchangeRates, problem, provider } from '../wire/schemas.ts';

const SCHEMAS = {
  Currency: currency,
  Provider: provider,
  ExchangeRates: exchangeRates,
  ExtendedExchangeRates: extendedExchangeRates,
  Conversion: conversion,
  Problem: problem,
};
type SchemaName = keyof typeof SCHEMAS;

interface Parameter {
  readonly name: string;
  readonly description: string;
  readonly schema: object;
  readonly required?: true;
}

const LIST = { type: 'string', description: 'Comma separated, at most 500 items' };
const BOOLEAN = { type: 'boolean', default: false };
const FORMAT: Parameter = {
  name: 'format',
  description: 'Response format, in any letter case',
  schema: { type: 'string', enum: ['JSON', 'XML', 'CSV'], default: 'JSON' },
};
const HEADER: Parameter = {
  name: 'header',
  description: 'CSV only: whether the first row names the columns',
  schema: BOOLEAN,
};
const PROVIDER: Parameter = {
  name: 'provider',
  description: 'Provider code',
  schema: { type: 'string', default: 'GLOBAL' },
};
const DECIMALS: Parameter = {
  name: 'decimals',
  description: 'Decimal places',
  schema: { type: 'integer', format: 'int32', minimum: 0, maximum: 10, default: 10 },
};
const DAY = { type: 'string', format: 'date' };
const RATES: readonly Parameter[] = [
  PROVIDER,
  { name: 'currencies', description: 'Currencies to include; all by default', schema: LIST },
  { name: 'base', description: 'Base currency; only with GLOBAL', schema: { type: 'string', default: 'EUR' } },
  DECIMALS,
  FORMAT,
  HEADER,
  { name: 'extended', description: 'Mid, bid and ask of each currency', schema: BOOLEAN },
  {
    name: 'type',
    description: 'Side of the rates; not with extended',
    schema: { type: 'string', enum: ['mid', 'bid', 'ask'] },
  },
];

interface Operation {
  readonly path: string;
  readonly id: string;
  readonly summary: string;
  readonly parameters: readonly Parameter[];
  readonly body: object;
}

const OPERATIONS: readonly Operation[] = [
  {
    path: '/currencies',
    id: 'getCurrencies',
    summary: 'The currencies there are',
    parameters: [{ name: 'code', description: 'Codes to include', schema: LIST }, FORMAT, HEADER],
    body: { type: 'array', items: reference('Currency') },
  },
  {
    path: '/providers',
    id: 'getProviders',
    summary: 'The providers there are',
    parameters: [
      { name: 'code', description: 'Provider codes to include', schema: LIST },
      { name: 'countryCode', description: 'Country codes to include', schema: LIST },
      FORMAT,
      HEADER,
    ],
    body: { type: 'array', items: reference('Provider') },
  },
  {
    path: '/latest',
    id: 'getLatest',
    summary: 'Latest exchange rates of a provider',
    parameters: RATES,
    body: { anyOf: [reference('ExchangeRates'), reference('ExtendedExchangeRates')] },
  },
  {
    path: '/historical',
    id: 'getHistorical',
    summary: 'Exchange rates of a provider on a date',
    parameters: [
      { name: 'date', description: 'Date of the rates', schema: DAY, required: true },
      { name: 'latest', description: 'The newest fixing on or before the date, however old', schema: BOOLEAN },
      ...RATES,
    ],
    body: { anyOf: [reference('ExchangeRates'), reference('ExtendedExchangeRates')] },
  },
  {
    path: '/convert',
    id: 'getConvert',
    summary: 'An amount in other currencies',
    parameters: [
      { name: 'amount', description: 'Amount to convert, up to 40 digits', schema: { type: 'string' }, required: true },
      {
        name: 'base',
        description: 'Currency of the amount; by default the reference currency of the provider',
        schema: { type: 'string' },
      },
      { name: 'to', description: 'Target currencies; all by default', schema: LIST },
      { name: 'date', description: 'Date of the rates; the latest by default', schema: DAY },
      PROVIDER,
      DECIMALS,
      FORMAT,
      HEADER,
    ],
    body: reference('Conversion'),
  },
];

export function openapiText(): string {
  const paths = Object.fromEntries(OPERATIONS.map((operation) => [operation.path, { get: toOperation(operation) }]));
  return `${JSON.stringify({
    openapi: '3.1.0',
    info: {
      title: 'Ratetree',
      version: '1.0',
      description: 'Read-only exchange rates: currencies, providers, latest and historical rates, conversion.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '{baseUrl}/v1', variables: { baseUrl: { default: 'http://127.0.0.1:8080' } } }],
    security: [{ header: [] }, { query: [] }],
    paths,
    components: { schemas: toSchemas(), securitySchemes: SECURITY },
  })}\n`;
}

const SECURITY = {
  header: { type: 'apiKey', in: 'header', name: 'Subscription-Key' },
  query: { type: 'apiKey', in: 'query', name: 'subscription-key' },
};

function toOperation({ id, summary, parameters, body }: Operation): object {
  const statuses = [...new Set(Object.values(PROBLEMS).map(({ status }) => status))].sort(
    (left, right) => left - right,
  );
  return {
    operationId: id,
    summary,
    parameters: parameters.map((parameter) => ({ in: 'query', ...parameter })),
    responses: {
      200: { description: 'The answer', content: toContent(body) },
      ...Object.fromEntries(
        statuses.map((status) => [
          status,
          { description: meaningsOf(status), content: toContent(reference('Problem')) },
        ]),
      ),
    },
  };
}

/** CSV has no schema: its columns are in the documentation. */
function toContent(body: object): object {
  return Object.fromEntries(
    FORMATS.map((format) => {
      const type = contentType({ format, header: false }).split(';')[0] ?? '';
      return [type, { schema: format === 'json' ? body : { type: 'string' } }];
    }),
  );
}

function meaningsOf(status: number): string {
  const rows = Object.entries(PROBLEMS).filter(([, row]) => row.status === status);
  return rows.map(([code, { meaning }]) => `${code}: ${meaning}`).join('; ');
}

function toSchemas(): object {
  return Object.fromEntries(
    Object.entries(SCHEMAS).map(([name, schema]) => {
      const { $schema: _, ...rest } = z.toJSONSchema(schema, { target: 'draft-2020-12' });
      return [name, rest];
    }),
  );
}

function reference(name: SchemaName): object {
  return { $ref: `#/components/schemas/${name}` };
}
