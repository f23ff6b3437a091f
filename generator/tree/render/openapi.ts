/** The OpenAPI 3.1 description of the service, made from the schemas that the code itself uses. */

import { z } from 'zod';
import { KEY_PARAMETER, OPERATION_NAMES, OPERATIONS, type Operation } from '../../wire/answers/operations.ts';
import { contentType, FORMATS } from '../../wire/encode/rendition.ts';
import { PROBLEMS } from '../../wire/words/problems.ts';
import {
  conversion,
  currency,
  exchangeRates,
  extendedExchangeRates,
  periods,
  problem,
  provider,
  rule,
  series,
} from '../../wire/words/schemas.ts';
import { documentPaths } from './openapi-documents.ts';

const SCHEMAS = {
  Currency: currency,
  Provider: provider,
  Rule: rule,
  ExchangeRates: exchangeRates,
  ExtendedExchangeRates: extendedExchangeRates,
  Series: series,
  Periods: periods,
  Conversion: conversion,
  Problem: problem,
};
type SchemaName = keyof typeof SCHEMAS;

/** The body of a successful answer. */
const BODIES: Readonly<Record<Operation, object>> = {
  currencies: { type: 'array', items: reference('Currency') },
  providers: { type: 'array', items: reference('Provider') },
  rules: { type: 'array', items: reference('Rule') },
  latest: { anyOf: [reference('ExchangeRates'), reference('ExtendedExchangeRates')] },
  historical: { anyOf: [reference('ExchangeRates'), reference('ExtendedExchangeRates')] },
  series: { anyOf: [reference('Series'), reference('Periods')] },
  convert: reference('Conversion'),
};

export function openapiText(): string {
  const operations = Object.fromEntries(OPERATION_NAMES.map((name) => [`/${name}`, { get: toOperation(name) }]));
  const paths = { ...operations, ...documentPaths(toRefusals()) };
  return `${JSON.stringify({
    openapi: '3.1.0',
    info: {
      title: 'Ratetree',
      version: '1.0',
      description:
        'Read-only exchange rates: currencies, providers, latest and historical rates, spans and averages, conversion.',
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
  query: { type: 'apiKey', in: 'query', name: KEY_PARAMETER },
};

function toOperation(name: Operation): object {
  const { summary, parameters } = OPERATIONS[name];
  return {
    operationId: `get${name.charAt(0).toUpperCase()}${name.slice(1)}`,
    summary,
    parameters: parameters.map((parameter) => ({ in: 'query', ...parameter })),
    responses: {
      200: { description: 'The answer', content: toContent(BODIES[name]) },
      ...toRefusals(),
    },
  };
}

/** Every refusal by its status. */
function toRefusals(): object {
  const statuses = [...new Set(Object.values(PROBLEMS).map(({ status }) => status))].sort(
    (left, right) => left - right,
  );
  const content = toContent(reference('Problem'));
  return Object.fromEntries(statuses.map((status) => [status, { description: meaningsOf(status), content }]));
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
