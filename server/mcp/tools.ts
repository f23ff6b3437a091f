/** The tools that an assistant has: the operations of the service, and what is behind their figures. */
import { z } from 'zod';
import { OPERATION_NAMES, OPERATIONS, type Operation, parametersOf } from '../../generator/wire/answers/operations.ts';
import { GLOBAL, isoDate } from '../../generator/wire/words/schemas.ts';
import { askFor, askText, type SentParameters } from '../ask/answers.ts';
import type { Asker } from '../ask/asker.ts';
import { ageText } from '../console/age.ts';
import { toWhy } from '../console/why.ts';
import { TEXT, type ToolSchema, toSchema } from './arguments.ts';
import { toStatusText } from './status.ts';

interface Tool {
  readonly name: string;
  readonly description: string;
  readonly schema: ToolSchema;
  /** JSON in which figures have all their digits; after it, in a text of its own, what must be said of them. */
  readonly answer: (asker: Asker, parameters: SentParameters, nowMs: number) => Promise<readonly string[]>;
}

/** JSON is the only format of a tool. */
const NOT_FOR_TOOLS = ['format', 'header'];

/** What an assistant should know besides the summary. */
const MORE: Readonly<Record<string, string>> = {
  currencies: 'Codes of ISO 4217, current and historic, with their names.',
  providers: 'Central banks and other bodies; GLOBAL is our own blend of them.',
  latest: 'The date of the answer is that of the fixing. Ask provenance where a figure comes from.',
  historical: 'Refuses a day without a fixing and names the nearest; with latest=true it takes that one.',
  series: 'Nothing is filled in: days without a fixing are absent. Averages say of how many days they are.',
  rules: 'Which rate a law or an authority names, with its source. None of this is advice.',
  convert: 'Multiplies by the exact quotient and rounds once. Give the amount as a text.',
};

const provider = { name: 'provider', description: `Provider code; ${GLOBAL} by default`, schema: TEXT };

/** What is no operation of the service. */
const OWN: readonly Tool[] = [
  {
    name: 'provenance',
    description:
      'Where a figure comes from: of a bank the published digits, the document with its address and SHA-256; of ' +
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
      { name: 'provider', description: 'Provider codes, comma separated; with each gap. All by default', schema: TEXT },
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
        : askText(asker, `/v1/${name}`, parameters).then((text) => [text]),
  };
}

const ofFixing = z.looseObject({ date: isoDate });

async function answerOfFixing(asker: Asker, path: string, parameters: SentParameters, nowMs: number) {
  const { value, text } = await askFor(asker, ofFixing, path, parameters);
  const { date, rule } = parameters;
  if (rule) return [text, `Rule ${rule} names the fixing of ${value.date} for ${date}.`];
  const age = ageText(value.date, date, nowMs);
  return age === '' ? [text] : [text, `The fixing is of ${value.date}, ${age}. Say so with the figure.`];
}
