/** The OpenAPI 3.1 description of the service, made from the schemas that the code itself uses. */

import { z } from 'zod';
import {
  isListParameter,
  KEY_PARAMETER,
  OPERATION_NAMES,
  OPERATIONS,
  type Operation,
} from '../../../wire/answers/operations.ts';
import { PROBLEMS } from '../../../wire/words/problems.ts';
import {
  conversion,
  currency,
  exchangeRates,
  extendedExchangeRates,
  extendedPeriods,
  extendedSeries,
  periods,
  problem,
  provider,
  publishedExchangeRates,
  publishedSeries,
  rule,
  series,
} from '../../../wire/words/schemas.ts';

const SCHEMAS = {
  Currency: currency,
  Provider: provider,
  Rule: rule,
  ExchangeRates: exchangeRates,
  ExtendedExchangeRates: extendedExchangeRates,
  PublishedExchangeRates: publishedExchangeRates,
  Series: series,
  ExtendedSeries: extendedSeries,
  PublishedSeries: publishedSeries,
  Periods: periods,
  ExtendedPeriods: extendedPeriods,
  Conversion: conversion,
  Problem: problem,
};
type SchemaName = keyof typeof SCHEMAS;

/**
 * The body of an answer whose parameters are left as they are by default. A union of all shapes would make each member
 * of a generated type unusable; those of `extended`, `published` and `period` are schemas of their own.
 */
const BODIES: Readonly<Record<Operation, object>> = {
  currencies: { type: 'array', items: reference('Currency') },
  providers: { type: 'array', items: reference('Provider') },
  rules: { type: 'array', items: reference('Rule') },
  latest: reference('ExchangeRates'),
  historical: reference('ExchangeRates'),
  series: reference('Series'),
  convert: reference('Conversion'),
};

const OTHER_BODIES: Partial<Readonly<Record<Operation, string>>> = {
  latest: '; ExtendedExchangeRates with extended=true, PublishedExchangeRates with published=true',
  historical: '; ExtendedExchangeRates with extended=true, PublishedExchangeRates with published=true',
  series: '; Periods with a period; ExtendedSeries, ExtendedPeriods and PublishedSeries likewise; text by template',
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
    servers: [{ url: '/v1' }],
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
    parameters: parameters.map((parameter) => ({
      in: 'query',
      ...parameter,
      ...(isListParameter(parameter) ? { style: 'form', explode: false } : {}),
    })),
    responses: {
      200: { description: `The answer${OTHER_BODIES[name] ?? ''}. ${OTHER_FORMATS}`, content: toContent(BODIES[name]) },
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

/** Said in words: a body of one schema and two texts would be an object or a text in generated code. */
const OTHER_FORMATS = 'With format=XML or CSV the same as application/xml or text/csv';

function toContent(body: object): object {
  return { 'application/json': { schema: body } };
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

type PathParameter = 'provider' | 'currency' | 'year' | 'month' | 'day';

const MEANINGS: Readonly<Record<PathParameter, string>> = {
  provider: 'Provider code',
  currency: 'ISO 4217 code',
  year: 'Four digits',
  month: 'Two digits',
  day: 'Two digits',
};

/** Files that the gateway serves as they are, in the order in which they are documented. Their paths are files below `v1/`, of the tree or of the store that holds it. */
const DOCUMENTS = {
  '/openapi.json': 'This description; it needs no key',
  '/status.json': 'For each provider, its newest fixing, the next expected one, and the days without one',
  '/corrections.csv': 'Every figure that changed after it was first published',
  '/quarantine.csv': 'The figures that are held back, each with the reason',
  '/rules.json': 'The rates that laws name, as /rules lists them',
  '/releases.csv': 'The releases that the publisher holds, oldest first; an unpublished tree has none',
  '/provenance/{provider}/{year}/{month}/{day}.json': 'For each figure of a date, the document that it was made from',
  '/series/{provider}/{currency}/{year}.json': 'One currency through one year',
  '/series/{provider}/{currency}/{year}.csv': 'One currency through one year, as CSV with a header row',
} as const;

/** @param refusals responses by status, which every path has */
function documentPaths(refusals: object): Readonly<Record<string, object>> {
  return Object.fromEntries(
    Object.entries(DOCUMENTS).map(([path, summary]) => [path, toPath(path, summary, refusals)]),
  );
}

function toPath(path: string, summary: string, refusals: object): object {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name as PathParameter);
  const parameters = names.map((name) => ({
    name,
    in: 'path',
    required: true,
    description: MEANINGS[name],
    schema: { type: 'string' },
  }));
  const isJson = path.endsWith('.json');
  const content = { [isJson ? 'application/json' : 'text/csv']: { schema: { type: isJson ? 'object' : 'string' } } };
  const responses = { 200: { description: 'The file', content }, ...refusals };
  const keyless = path === '/openapi.json' ? { security: [] } : {};
  return { get: { operationId: toName(path), summary, ...keyless, parameters, responses } };
}

/** `/series/{provider}/{currency}/{year}.csv` → `getSeriesCsv`. */
function toName(path: string): string {
  const words = path
    .replaceAll(/\{\w+\}/g, '')
    .split(/\W+/)
    .filter(Boolean);
  return `get${words.map((word) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`).join('')}`;
}
