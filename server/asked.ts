/**
 * What an address asks for, as far as the address alone tells it and without its key: the task, which is an operation, a
 * document of the tree or a question in a dialect. Below are the moment for which answers hold, and how one is made.
 */
import { DOCUMENTS, KEY_ALIASES, KEY_PARAMETER, type PlanItem } from '../generator/wire/answers/operations.ts';
import { comingPublication } from '../generator/wire/answers/punctuality.ts';
import type { Catalogue } from '../generator/wire/release/catalogue.ts';
import { StoreError } from '../generator/wire/release/tree-file.ts';
import { utcDay } from '../generator/wire/words/calendar.ts';
import { compareTexts } from '../generator/wire/words/order.ts';
import { GLOBAL, type IsoDate } from '../generator/wire/words/schemas.ts';
import type { Dialect } from './dialects/dialect.ts';
import { answerInDialect, toDialect } from './dialects/index.ts';
import type { AnswerTimes } from './dialects/rates.ts';
import type { Forms } from './request/forms/files.ts';
import type { Seen } from './request/http/answer.ts';
import type { Representation } from './request/http/representation.ts';
import { Answers, type Made } from './request/perform/answers.ts';
import { performDocument, toTreeDocument } from './request/perform/documents.ts';
import { perform } from './request/perform/perform.ts';
import type { Places } from './request/perform/places.ts';
import { performSeries } from './request/perform/series.ts';
import { SpanReader } from './request/perform/span.ts';
import { toPlan } from './request/plan/plan.ts';
import { toSeriesPlan } from './request/plan/series-plan.ts';
import { toOperation, withValues } from './request/query/parameters.ts';
import { checkDocumentQuery, parseQuery } from './request/query/query.ts';
import { type Parameters, type Target, toTarget } from './request/query/target.ts';
import { type FileReader, NotingReader, type Shelf } from './trees/shelf.ts';

export interface Asked {
  readonly target: Target;
  /** Null for our own interface. */
  readonly dialect: Dialect | null;
  /** Null for a path that is none of this service. */
  readonly task: Task | null;
  /** Equal for addresses that have the same answer for everybody. */
  readonly question: string;
}

/** Who judges a request knows what its address asks for. */
export interface Judged extends Seen {
  readonly asked: Asked;
}

export function toAsked(url: string): Asked {
  const target = toTarget(url);
  const dialect = toDialect(target.path);
  return { target, dialect, task: toTask(target.path, dialect), question: toQuestion(target) };
}

const KEYS: ReadonlySet<string> = new Set([KEY_PARAMETER, ...KEY_ALIASES]);

/** Whoever sends a key twice is refused, and must not get what another one is given. */
function toQuestion({ path, parameters }: Target): string {
  const asked = [...parameters].filter(([name, values]) => !KEYS.has(name) || values.length > 1);
  return JSON.stringify([path, ...asked.sort(([left], [right]) => compareTexts(left, right))]);
}

export interface Task {
  /** What the plan of a key must allow. */
  readonly operation: PlanItem;
  readonly needsKey: boolean;
  /** @throws Problem, StoreError */
  readonly answer: (given: Given) => Promise<Representation>;
}

interface Given {
  readonly parameters: Parameters;
  /** The header Accept; empty if there is none. */
  readonly accept: string;
  /** Asked for only after everything that needs no data was checked. @throws StoreError */
  readonly catalogue: () => Catalogue;
  readonly moment: Moment;
  readonly shelf: FileReader;
  readonly spans: () => SpanReader;
  /** That templates name. */
  readonly forms: () => Forms;
  /** Called with the rule by which the answer is made. */
  readonly onRule: (code: string) => void;
}

/** @param dialect to which the path belongs, or null; null is returned for a path that is none of this service */
function toTask(path: string, dialect: Dialect | null): Task | null {
  return dialect === null ? (toQueryTask(path) ?? toDocumentTask(path)) : toDialectTask(path, dialect);
}

function toQueryTask(path: string): Task | null {
  const operation = toOperation(path);
  if (operation === null) return null;
  const answer = async ({ parameters, catalogue, moment, shelf, spans, onRule, forms }: Given) => {
    const query = parseQuery(operation, parameters, () => catalogue().rules, forms);
    const inForce = catalogue();
    if (query.operation === 'series') {
      const pageTo = (to: IsoDate) => withValues(operation, parameters, { to });
      return performSeries(toSeriesPlan(query, inForce, moment.today, pageTo), inForce.tree, spans());
    }
    if ('asked' in query) onRule(query.asked.rule.code);
    return perform(toPlan(query, inForce, moment), inForce.tree, shelf);
  };
  return { operation, needsKey: true, answer };
}

function toDocumentTask(path: string): Task | null {
  const document = toTreeDocument(path);
  if (document === null) return null;
  const answer = async ({ parameters, catalogue, shelf }: Given) => {
    checkDocumentQuery(parameters);
    return performDocument(document, catalogue().tree, shelf);
  };
  return { operation: DOCUMENTS, needsKey: document.needsKey, answer };
}

function toDialectTask(path: string, dialect: Dialect): Task | null {
  const question = dialect.toQuestion(path.slice(dialect.prefix.length));
  if (question === null) return null;
  const answer = async ({ parameters, accept, catalogue, spans, shelf, moment }: Given) => {
    const sources = { catalogue: catalogue(), spans: spans(), shelf, moment };
    return answerInDialect(question, { parameters, accept: accept.toLowerCase() }, sources);
  };
  return { operation: dialect.name, needsKey: question.isFree !== true, answer };
}

// What answers depend on beside their questions: the release in force, and the clock.

/** One object for as long as the answers to all questions stay the same: what is due is judged by its beginning. */
export interface Moment extends AnswerTimes {
  /** Null until a release has been read. */
  readonly catalogue: Catalogue | null;
}

const DAY_MS = 86_400_000;
/** Providers publish on quarters of an hour, which midnight is as well. */
const QUARTER_MS = 900_000;

/** @param catalogue in force, or null @param nowMs milliseconds since 1970 */
export function momentOf(catalogue: () => Catalogue | null, nowMs: () => number): () => Moment {
  let [fromMs, untilMs] = [0, 0];
  let moment: Moment | null = null;
  return () => {
    const [inForce, timeMs] = [catalogue(), nowMs()];
    const releasedMs = inForce?.tree.signedMs?.() ?? 0;
    const isSame = timeMs >= fromMs && timeMs < untilMs && moment?.catalogue === inForce;
    if (isSame && moment?.releasedMs === releasedMs) return moment;
    const midnightMs = timeMs - (timeMs % DAY_MS) + DAY_MS;
    const nextMs = (inForce === null ? null : dueAfter(inForce, timeMs)) ?? midnightMs;
    const quarterMs = timeMs - (timeMs % QUARTER_MS) + QUARTER_MS;
    [fromMs, untilMs] = [timeMs, nextMs];
    if (quarterMs < untilMs) untilMs = quarterMs;
    moment = { catalogue: inForce, today: utcDay(timeMs), ms: timeMs, releasedMs, nextMs };
    return moment;
  };
}

/** Null where it cannot be told. */
function dueAfter({ status }: Catalogue, timeMs: number): number | null {
  const global = status?.providers.find(({ provider }) => provider === GLOBAL);
  const coming = global === undefined ? null : comingPublication(global, timeMs);
  return coming === null ? null : Date.parse(coming);
}

// Judged request → the answer that was made before, or else one that is made: from one release, at one moment.

interface MakerParts {
  readonly moment: () => Moment;
  readonly shelf: Shelf;
  /** For answers that were made before. */
  readonly answersBytesMax: number;
  /** For all requests. */
  readonly places: Places;
  readonly forms: () => Forms;
}

/** @param share whose requests share the places in which spans are read @throws Problem, StoreError, ClientGone */
export type Make = (seen: Judged, task: Task, share: () => string) => Promise<Omit<Made, 'files'>>;

export function toMake({ moment: momentNow, shelf, answersBytesMax, places, forms }: MakerParts): Make {
  const answers = new Answers(answersBytesMax);
  return async (seen, task, share) => {
    const { request, target, asked } = seen;
    const moment = momentNow();
    const inForce = moment.catalogue;
    // Dialects may choose the body by this header.
    const accept = asked.dialect === null ? '' : (request.headers.accept ?? '').toString();
    const question = accept === '' ? asked.question : `${asked.question}\n${accept}`;
    const known = answers.held(question, moment, shelf);
    if (known !== null) return known;
    const reader = new NotingReader(shelf);
    const representation = await task.answer({
      parameters: target.parameters,
      accept,
      moment,
      shelf: reader,
      forms,
      catalogue: () => {
        if (inForce === null) throw new StoreError('no release has been read yet');
        seen.release = inForce.release.release;
        return inForce;
      },
      spans: () => {
        const signal = request.signal?.() ?? new AbortController().signal;
        return new SpanReader(reader, places, { name: share(), signal });
      },
      onRule: (code) => {
        seen.rule = code;
      },
    });
    const made = { representation, rule: seen.rule };
    answers.keep(question, made, reader.files, moment);
    return made;
  };
}
