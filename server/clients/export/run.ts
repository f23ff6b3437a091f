/** One export, from the question to the last byte: how a format asks the service, and what it makes of the answers. */

import { z } from 'zod';
import type { Progress } from '../../../generator/kit/progress.ts';
import { statusPath } from '../../../generator/wire/answers/paths.ts';
import { addDays } from '../../../generator/wire/words/calendar.ts';
import { InputError } from '../../../generator/wire/words/input-error.ts';
import { GLOBAL } from '../../../generator/wire/words/schemas.ts';
import { toWrittenCode } from '../../../generator/wire/words/written-codes.ts';
import type { Form } from '../../request/forms/form.ts';
import { type FileFacts, FormWriter } from '../../request/forms/writer.ts';
import { type Asker, askFor, isRefusal } from '../ask/answers.ts';
import { toCsv, toJson, toParquet } from './documents.ts';
import { toFirefly } from './firefly.ts';
import type { Output } from './output.ts';
import type { AnswerFormat, ExportQuestion } from './series-asker.ts';
import { allAnswers, newestDay, openSpan, type Section } from './span.ts';

interface ExportWanted extends FileFacts {
  readonly sections: readonly Section[];
  /** Whether no last day was named. */
  readonly isOpen: boolean;
  readonly say: (line: string) => void;
}

export interface ExportFormat {
  readonly answers: AnswerFormat;
  /** Whether a terminal could show it. */
  readonly isText: boolean;
  /** Whether only the newest fixing is written, so that a span which nobody has named need not begin with the first. */
  readonly isOfDay?: boolean;
  /** The file, piece by piece. */
  write(wanted: ExportWanted): AsyncGenerator<string | Buffer>;
}

/** How long before a last day that is named its newest fixing may be. */
const DAYS_BEFORE = 13;

export const EXPORT_FORMATS: ReadonlyMap<string, ExportFormat> = new Map<string, ExportFormat>([
  ['csv', { answers: 'CSV', isText: true, write: ({ sections }) => toCsv(sections) }],
  ['json', { answers: 'JSON', isText: true, write: ({ sections }) => toJson(sections) }],
  ['firefly', { answers: 'CSV', isText: false, write: toFirefly }],
  ['parquet', { answers: 'CSV', isText: false, write: ({ sections, licence }) => toParquet(sections, licence) }],
]);

export function inForm(form: Form): ExportFormat {
  return { answers: 'CSV', isText: true, isOfDay: form.fixings === 'newest', write: (wanted) => toFile(form, wanted) };
}

async function* toFile(form: Form, { sections, say, ...facts }: ExportWanted): AsyncGenerator<string> {
  const writer = new FormWriter(form, facts);
  yield writer.begin();
  for await (const answer of allAnswers(sections)) yield writer.add(answer);
  yield writer.end();
  const { leftOut } = writer;
  if (leftOut.size > 0) say(`left out, as the file has no room for their digits: ${[...leftOut].join(', ')}`);
}

interface Export {
  readonly asker: Asker;
  readonly question: ExportQuestion;
  readonly format: ExportFormat;
  /** Opens what is written to. It is called when the first answer is there, so that a refusal leaves no file. */
  readonly open: () => Promise<Output>;
  readonly progress: Progress | null;
  readonly say: (line: string) => void;
}

/**
 * Returns how many bytes were written.
 * @throws RatetreeError for a refusal; InputError; StoreError. Nothing is left of the output then.
 */
export async function runExport({ asker, question, format, open, progress, say }: Export): Promise<number> {
  const sections = await openSpan(asker, await spanOf(format, asker, question), format.answers);
  const provider = toWrittenCode(question.provider?.trim() || GLOBAL);
  const licence = await licenceOf(asker, provider);
  const period = question.period?.trim().toLowerCase() || 'day';
  const statistic = question.statistic?.trim().toLowerCase() || 'average';
  const isOpen = question.to === undefined;
  const counted = progress === null || sections.length === 1 ? sections : withProgress(sections, progress);
  const output = await open();
  if (licence !== null) say(`class of the licence of ${provider}: ${licence}`);
  let bytes = 0;
  try {
    for await (const piece of format.write({ sections: counted, period, statistic, isOpen, licence, say })) {
      await output.write(piece);
      bytes += Buffer.byteLength(piece);
    }
    await output.finish();
  } catch (error) {
    output.abandon();
    throw error;
  } finally {
    progress?.end();
  }
  return bytes;
}

async function spanOf({ isOfDay }: ExportFormat, asker: Asker, question: ExportQuestion): Promise<ExportQuestion> {
  if (isOfDay !== true || question.from !== undefined) return question;
  const { to, provider } = question;
  return { ...question, from: to === undefined ? await newestDay(asker, provider) : addDays(to, -DAYS_BEFORE) };
}

function withProgress(sections: readonly Section[], progress: Progress): readonly Section[] {
  let done = 0;
  return sections.map(
    (section): Section =>
      async function* () {
        yield* section();
        progress.step('export', ++done, sections.length);
      },
  );
}

// What a file of figures can say about what the terms of their source allow.

/** Of the status no more than is needed, so that the status of a newer service is read too. */
const licences = z.looseObject({
  providers: z.array(z.looseObject({ provider: z.string(), licence: z.string().optional() })),
});

/**
 * The class of the provider's licence (data/licences.csv). Null for GLOBAL, which is made of the figures of others, and
 * where the service does not state one. @throws StoreError
 */
async function licenceOf(asker: Asker, provider: string): Promise<string | null> {
  if (provider === GLOBAL) return null;
  try {
    const { value } = await askFor(asker, licences, `/${statusPath}`);
    return value.providers.find((one) => one.provider === provider)?.licence ?? null;
  } catch (error) {
    // Whatever is wrong with this document, the figures can be exported without it.
    if (isRefusal(error) || error instanceof InputError) return null;
    throw error;
  }
}
