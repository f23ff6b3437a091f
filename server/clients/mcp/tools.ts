/** The tools that an assistant has: the operations of the service, and what is behind their figures. */
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { CallToolRequestSchema, type CallToolResult, ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { z } from 'zod';
import {
  OPERATION_NAMES,
  OPERATIONS,
  type Operation,
  type Parameter,
  parametersOf,
} from '../../../generator/wire/answers/operations.ts';
import { statusPath } from '../../../generator/wire/answers/paths.ts';
import { punctualityAt } from '../../../generator/wire/answers/punctuality.ts';
import { type ProviderStatus, parseStatus } from '../../../generator/wire/answers/status.ts';
import { StoreError } from '../../../generator/wire/release/tree-file.ts';
import { InputError } from '../../../generator/wire/words/input-error.ts';
import { GLOBAL, isoDate } from '../../../generator/wire/words/schemas.ts';
import { toWrittenCode, whyUnknown } from '../../../generator/wire/words/written-codes.ts';
import { type Asker, askFor, askReply, isRefusal } from '../ask/answers.ts';
import { ageText } from '../cli/program.ts';
import { toWhy } from '../console/why.ts';

interface ToolSchema {
  readonly type: 'object';
  readonly properties: Readonly<Record<string, object>>;
  readonly required: readonly string[];
  readonly additionalProperties: false;
}

const TEXT = { type: 'string' };

/** Arguments as parameters of the service, which judges them. */
type Sent = Readonly<Record<string, string | null>>;

interface Tool {
  readonly name: string;
  readonly description: string;
  readonly schema: ToolSchema;
  /** JSON in which figures have all their digits; after it, in a text of its own, what must be said of them. */
  readonly answer: (asker: Asker, parameters: Sent, nowMs: number) => Promise<readonly string[]>;
}

/** JSON is the only format of a tool. */
const NOT_FOR_TOOLS = ['format', 'header', 'template'];

/** What an assistant should know besides the summary. */
const MORE: Readonly<Record<string, string>> = {
  currencies: 'Codes of ISO 4217, current and historic, with their names.',
  providers: 'Central banks and other bodies; GLOBAL is our own blend of them.',
  latest: 'The date of the answer is that of the fixing. Ask provenance where a figure comes from.',
  historical: 'Refuses a day without a fixing and names the nearest; with latest=true it takes that one.',
  series: 'Nothing is filled in: days without a fixing are absent. Averages say how many days they cover.',
  rules: 'Which rate a law or an authority names, with its source. None of this is advice.',
  convert: 'Multiplies by the exact quotient and rounds once. Give the amount as text.',
};

const provider = { name: 'provider', description: `Provider code; ${GLOBAL} by default`, schema: TEXT };

/** What is no operation of the service. */
const OWN: readonly Tool[] = [
  {
    name: 'provenance',
    description:
      'Where a figure comes from: for a bank the published digits, the document with its address and SHA-256; of ' +
      `${GLOBAL} the banks behind it with their dates and documents, and who was left out and why.`,
    schema: toSchema([
      { name: 'currency', description: 'Currency of the figure', schema: TEXT, required: true },
      provider,
      { name: 'date', description: 'Day of the fixing, or latest, which is the default', schema: TEXT },
    ]),
    answer: async (asker, { currency, provider: code, date }, nowMs) => {
      const question = { currency: currency ?? '', provider: code ?? GLOBAL, date: date ?? 'latest' };
      return [(await toWhy(asker, question, nowMs)).json];
    },
  },
  {
    name: 'status',
    description: 'Which providers are on time, late or ended, and when each should publish next.',
    schema: toSchema([
      {
        name: 'provider',
        description: 'Provider codes, separated by commas, each then with its gaps; all by default',
        schema: TEXT,
      },
    ]),
    answer: async (asker, { provider: codes }, nowMs) => [await toStatusText(asker, codes ?? null, nowMs)],
  },
];

export const TOOLS: readonly Tool[] = [...OPERATION_NAMES.map(toTool), ...OWN];

function toTool(name: Operation): Tool {
  return {
    name,
    description: [`${OPERATIONS[name].summary}.`, MORE[name] ?? ''].join(' ').trimEnd(),
    schema: toSchema(parametersOf(name).filter((parameter) => !NOT_FOR_TOOLS.includes(parameter.name))),
    answer: (asker, parameters, nowMs) =>
      name === 'latest' || name === 'historical' || name === 'convert'
        ? answerOfFixing(asker, `/v1/${name}`, parameters, nowMs)
        : askReply(asker, `/v1/${name}`, parameters).then(({ text }) => [text]),
  };
}

const ofFixing = z.looseObject({ date: isoDate });

async function answerOfFixing(asker: Asker, path: string, parameters: Sent, nowMs: number) {
  const { value, text, fixed } = await askFor(asker, ofFixing, path, parameters);
  const { date, rule } = parameters;
  if (rule) return [text, `Rule ${rule} names the fixing of ${value.date} for ${date}.`];
  const age = ageText(value.date, date, nowMs);
  const dated = age === '' ? [] : [`The fixing is dated ${value.date}, ${age}. Say so with the figure.`];
  const law = fixed === null ? [] : [`Law fixes for ever, units for one of the successor from a day on: ${fixed}.`];
  return [text, ...dated, ...law];
}

function toSchema(parameters: readonly Parameter[]): ToolSchema {
  return {
    type: 'object',
    properties: Object.fromEntries(
      parameters.map(({ name, schema, description }) => [name, { description, ...schema }]),
    ),
    required: parameters.flatMap(({ name, required }) => (required === true ? [name] : [])),
    additionalProperties: false,
  };
}

/** @throws InputError for an argument that the tool does not have, or of a kind that no parameter takes */
export function toParameters(tool: string, { properties }: ToolSchema, sent: Readonly<Record<string, unknown>>): Sent {
  const names = Object.keys(properties);
  return Object.fromEntries(
    Object.entries(sent).map(([name, value]) => {
      if (names.includes(name)) return [name, toText(name, value)];
      const takes = names.length === 0 ? 'it takes none' : `it takes ${names.join(', ')}`;
      throw new InputError(`${JSON.stringify(name)} is not an argument of ${tool}; ${takes}`);
    }),
  );
}

/** An amount must come as a text: JSON's numbers lose digits before anybody of us sees them. */
function toText(name: string, value: unknown): string | null {
  if (value === null || value === undefined) return null;
  if (typeof value === 'string') return value;
  if (typeof value === 'boolean' || (typeof value === 'number' && name === 'decimals')) return `${value}`;
  if (Array.isArray(value) && value.every((item) => typeof item === 'string')) return value.join(',');
  throw new InputError(`${name} must be a text, such as "100.50"`);
}

/** The status of providers, short enough for an assistant: gaps only of those it names. */
async function toStatusText(asker: Asker, only: string | null, nowMs: number): Promise<string> {
  const { date, providers, withoutFigures } = parseStatus((await askReply(asker, `/${statusPath}`)).text);
  const codes = only?.split(',').map((code) => toWrittenCode(code.trim())) ?? null;
  const stranger = codes?.find((code) => !providers.some((one) => one.provider === code));
  if (stranger !== undefined) {
    const isKnown = withoutFigures.some((code) => code === stranger);
    const words = isKnown
      ? 'is known, but this release has no figures for it'
      : `has no status; see providers${whyUnknown(stranger)}`;
    throw new InputError(`provider ${JSON.stringify(stranger)} ${words}`);
  }
  const chosen = providers.filter(({ provider }) => codes === null || codes.includes(provider));
  return JSON.stringify({ date, providers: chosen.map((one) => toFacts(one, nowMs, codes !== null)) });
}

function toFacts(one: ProviderStatus, nowMs: number, isDetailed: boolean) {
  const { provider, first, last, fixings, gaps, frozen, currencies } = one;
  const { ageDays, expected, overdue, missed } = punctualityAt(one, nowMs);
  const state = expected === null ? 'ended' : overdue ? 'late' : 'on time';
  const facts = { provider, state, last, ageDays, next: expected?.at ?? null, missed: missed.length };
  return isDetailed ? { ...facts, first, fixings, gaps, frozen: frozen ?? [], currencies } : facts;
}

// A server of the Model Context Protocol over an asker: lists the tools and answers calls.

const INSTRUCTIONS = `Exchange rates of central banks, with exact figures. A rate is the amount of the currency that one
unit of the base is worth. Each answer names the provider and the date of the fixing; say both when you give a figure.
GLOBAL is derived from the banks, is no benchmark, and is endorsed by no bank. Copy figures digit for digit: do not
calculate with them, ask convert. provenance says where a figure comes from.`;

interface AnsweringOptions {
  readonly asker: Asker;
  readonly version: string;
  readonly nowMs: () => number;
}

export function toServer({ asker, version, nowMs }: AnsweringOptions): Server {
  const server = new Server({ name: 'ratetree', version }, { capabilities: { tools: {} }, instructions: INSTRUCTIONS });
  server.setRequestHandler(ListToolsRequestSchema, () => ({
    tools: TOOLS.map(({ name, description, schema }) => ({
      name,
      description,
      inputSchema: { ...schema, required: [...schema.required] },
      annotations: { readOnlyHint: true, idempotentHint: true, openWorldHint: false },
    })),
  }));
  server.setRequestHandler(CallToolRequestSchema, async ({ params }) => {
    try {
      return said(...(await call(asker, params.name, params.arguments ?? {}, nowMs())));
    } catch (error) {
      return { ...said(toWords(error)), isError: true };
    }
  });
  return server;
}

async function call(
  asker: Asker,
  name: string,
  sent: Readonly<Record<string, unknown>>,
  nowMs: number,
): Promise<readonly string[]> {
  const tool = TOOLS.find((one) => one.name === name);
  if (tool === undefined)
    throw new InputError(
      `there is no tool ${JSON.stringify(name)}; the tools are ${TOOLS.map((one) => one.name).join(', ')}`,
    );
  return await tool.answer(asker, toParameters(name, tool.schema, sent), nowMs);
}

/** @throws the error itself if it is a bug */
function toWords(error: unknown): string {
  if (isRefusal(error)) return `${error.message} (${error.errorCode})`;
  if (error instanceof InputError) return error.message;
  if (error instanceof StoreError) return 'no rates are at hand at the moment; ask again shortly (1503)';
  throw error;
}

function said(...texts: readonly string[]): CallToolResult {
  return { content: texts.map((text) => ({ type: 'text' as const, text })) };
}
