/** The operations and their parameters: the gateway reads a query by this table, and OpenAPI is written from it. */

import { SPAN_PERIODS, STATISTICS } from '../words/calendar.ts';
import { PLACES_MAX } from '../words/order.ts';
import { EUR, GLOBAL } from '../words/schemas.ts';
import { SIDES } from './table.ts';

/** The API key as a parameter, which every operation takes. */
export const KEY_PARAMETER = 'subscription-key';
/** Parameters in which the clients of other services send the key. */
export const KEY_ALIASES = ['app_id', 'access_key', 'apikey', 'api_key'] as const;
/** The most items that a list may have. */
export const ITEMS_MAX = 500;
/** The most digits that an amount may have. */
export const AMOUNT_DIGITS_MAX = 40;
/** How JSON writes figures. */
export const NUMBER_FORMS = ['number', 'text'] as const;

export interface Parameter {
  /** As it is documented. The gateway matches it in any letter case. */
  readonly name: string;
  readonly description: string;
  /** JSON Schema of the value. */
  readonly schema: object;
  readonly required?: true;
}

interface OperationFacts {
  readonly summary: string;
  readonly parameters: readonly Parameter[];
}

const LIST = { type: 'array', items: { type: 'string' }, maxItems: ITEMS_MAX };
const BOOLEAN = { type: 'boolean', default: false };
const DAY = { type: 'string', format: 'date' };

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
  schema: { type: 'string', default: GLOBAL },
};
const DECIMALS: Parameter = {
  name: 'decimals',
  description: 'Decimal places',
  schema: { type: 'integer', format: 'int32', minimum: 0, maximum: PLACES_MAX, default: PLACES_MAX },
};
const NUMBERS: Parameter = {
  name: 'numbers',
  description: 'JSON only: with text, figures are strings, whose digits no reader of JSON rounds',
  schema: { type: 'string', enum: NUMBER_FORMS, default: 'number' },
};
const PUBLISHED: Parameter = {
  name: 'published',
  description: 'With true, the figures as the provider published them: direction, unit and digits',
  schema: BOOLEAN,
};
const RULE: Parameter = {
  name: 'rule',
  description:
    'A code of /v1/rules, which chooses provider, side and fixing; not with provider, type, latest, extended',
  schema: { type: 'string' },
};
const RATES: readonly Parameter[] = [
  PROVIDER,
  { name: 'currencies', description: 'Currencies to include; every one by default. ALL is the lek', schema: LIST },
  // No default is stated, because a client that sent it would be refused by every bank.
  {
    name: 'base',
    description: `Base currency, ${EUR} by default; of another provider than GLOBAL only with cross=true`,
    schema: { type: 'string' },
  },
  {
    name: 'cross',
    description: 'With true, base may be any currency that the provider quotes; mid rates only',
    schema: BOOLEAN,
  },
  DECIMALS,
  FORMAT,
  HEADER,
  { name: 'extended', description: 'Mid, bid and ask of each currency', schema: BOOLEAN },
  { name: 'type', description: 'Side of the rates; not with extended', schema: { type: 'string', enum: SIDES } },
  NUMBERS,
  PUBLISHED,
];

const listedBy = (code: string): readonly Parameter[] => [
  { name: 'code', description: code, schema: LIST },
  { name: 'countryCode', description: 'Country codes to include', schema: LIST },
  FORMAT,
  HEADER,
];

/** In the order in which they are documented. */
export const OPERATIONS = {
  currencies: {
    summary: 'All currencies',
    parameters: [{ name: 'code', description: 'Codes to include', schema: LIST }, FORMAT, HEADER],
  },
  providers: {
    summary: 'All providers',
    parameters: listedBy('Provider codes to include'),
  },
  rules: {
    summary: 'The rates that laws name',
    parameters: listedBy('Codes of rules to include'),
  },
  latest: { summary: 'Latest exchange rates of a provider', parameters: RATES },
  historical: {
    summary: 'Exchange rates of a provider on a date',
    parameters: [
      { name: 'date', description: 'Date of the rates', schema: DAY, required: true },
      { name: 'latest', description: 'The newest fixing on or before the date, however old', schema: BOOLEAN },
      RULE,
      ...RATES,
    ],
  },
  series: {
    summary: 'Exchange rates of a provider through a span of dates, or their averages',
    parameters: [
      { name: 'from', description: 'First day of the span', schema: DAY, required: true },
      { name: 'to', description: 'Last day of the span; that of the latest fixing by default', schema: DAY },
      {
        name: 'period',
        description: 'Each fixing, or one item for each month, quarter or year, or for the whole span',
        schema: { type: 'string', enum: SPAN_PERIODS, default: 'day' },
      },
      {
        name: 'statistic',
        description:
          'Of a period other than day: the mean of its fixings, which is the default, or the last or the first one',
        schema: { type: 'string', enum: STATISTICS },
      },
      { name: 'template', description: 'A file for a program to import: sap-tcurr', schema: { type: 'string' } },
      ...RATES,
    ],
  },
  convert: {
    summary: 'An amount in other currencies',
    parameters: [
      {
        name: 'amount',
        description: `Amount to convert, up to ${AMOUNT_DIGITS_MAX} digits`,
        schema: { type: 'string' },
        required: true,
      },
      {
        name: 'base',
        description: 'Currency of the amount; by default the reference currency of the provider',
        schema: { type: 'string' },
      },
      { name: 'to', description: 'Target currencies; every one by default. ALL is the lek', schema: LIST },
      { name: 'date', description: 'Date of the rates; the latest by default; required with a rule', schema: DAY },
      RULE,
      PROVIDER,
      DECIMALS,
      FORMAT,
      HEADER,
      NUMBERS,
      PUBLISHED,
    ],
  },
} as const satisfies Readonly<Record<string, OperationFacts>>;

export type Operation = keyof typeof OPERATIONS;
export const OPERATION_NAMES = Object.keys(OPERATIONS) as readonly Operation[];

/** Reading the documents of the tree, which are files and take no parameters. */
export const DOCUMENTS = 'documents';
/** The interfaces of other services over the same rates. A plan allows a dialect as a whole. */
export const DIALECT_NAMES = [
  'frankfurter',
  'currencylayer',
  'oxr',
  'fixer',
  'prebid',
  'exchangerate-api',
  'currencyconverterapi',
  'floatrates',
  'fawazahmed0',
  'ecb',
  'sdmx',
] as const;
export type DialectName = (typeof DIALECT_NAMES)[number];
/** What the plan of a key may allow. */
export type PlanItem = Operation | typeof DOCUMENTS | DialectName;
export const PLAN_ITEMS: readonly PlanItem[] = [...OPERATION_NAMES, DOCUMENTS, ...DIALECT_NAMES];

export function parametersOf(operation: Operation): readonly Parameter[] {
  return OPERATIONS[operation].parameters;
}

/** Whether the parameter's value is a list of items with commas between them. */
export function isListParameter({ schema }: Parameter): boolean {
  return schema === LIST;
}
