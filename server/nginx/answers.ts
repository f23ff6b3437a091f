/** The answers to the plain questions, as the gateway's own code gives them, with every header that it sends. */
import { randomBytes } from 'node:crypto';
import { StoreDown } from '../../generator/wire/release/served-tree.ts';
import type { IsoDate } from '../../generator/wire/words/schemas.ts';
import { createGateway } from '../gateway.ts';
import type { Answer } from '../http/answer.ts';
import { CODED_BYTES_MIN, type Coding } from '../http/coding.ts';
import { toSubscribers } from '../keys/api-keys.ts';
import type { Store } from '../trees/store.ts';
import { type PlainQuestion, plainQuestions } from './questions.ts';

export interface PlainAnswer extends PlainQuestion {
  /** The ETag without its quotes. */
  readonly tag: string;
  /** By the coding; a small body has only one. */
  readonly bodies: ReadonlyMap<Coding, Buffer>;
}

interface AnswersOptions {
  readonly store: Store;
  readonly nowMs: () => number;
  /** The first day whose dated answers are wanted, for a release of that day. */
  readonly since: (releaseDate: IsoDate) => IsoDate;
}

export interface PlainAnswers {
  /** The id of the release from which all of them are. */
  readonly release: string;
  readonly answers: AsyncGenerator<PlainAnswer>;
}

const CACHE_BYTES_MAX = 16 * 1024 * 1024;
const CODINGS: readonly Coding[] = ['identity', 'gzip', 'br'];

/** @throws StoreDown if the store cannot be read, or holds nothing that can be served */
export async function readAnswers({ store, nowMs, since }: AnswersOptions): Promise<PlainAnswers> {
  const ownKey = randomBytes(16).toString('hex');
  const own = toSubscribers([], ownKey);
  const said: string[] = [];
  const say = (line: string) => void said.push(line);
  const gateway = createGateway({
    ...{ store, nowMs, say, subscribers: () => own, cacheBytesMax: CACHE_BYTES_MAX, accessLog: null },
    ...{ unknownKeysPerMinute: 1, keylessPerMinute: null },
  });
  if (!(await gateway.catalogue.refresh())) throw new StoreDown(said.join('; '));
  const catalogue = gateway.catalogue.current;
  if (catalogue === null) throw new TypeError('a catalogue that was read is there');
  const ask = async (url: string, coding: Coding): Promise<Answer> => {
    const headers = { 'subscription-key': ownKey, 'accept-encoding': coding };
    return gateway.handler({ method: 'GET', url, headers, remoteAddress: '127.0.0.1' });
  };
  async function* answers(questions: Iterable<PlainQuestion>): AsyncGenerator<PlainAnswer> {
    for (const question of questions) {
      const found = await answerTo(question, ask);
      if (found !== null) yield found;
    }
  }
  const { release, date } = catalogue.release;
  return { release, answers: answers(plainQuestions(catalogue, since(date))) };
}

/** Null for a question that is refused, such as a base that the fixing does not quote: the gateway tells why. */
async function answerTo(
  question: PlainQuestion,
  ask: (url: string, coding: Coding) => Promise<Answer>,
): Promise<PlainAnswer | null> {
  const whole = await ask(question.url, 'identity');
  if (whole.status === 503) throw new StoreDown(`${question.url} cannot be answered: ${whole.body}`);
  if (whole.status !== 200) return null;
  const bodies = new Map<Coding, Buffer>();
  const isCoded = (whole.body?.length ?? 0) >= CODED_BYTES_MIN;
  for (const coding of isCoded ? CODINGS : CODINGS.slice(0, 1)) {
    const { body } = coding === 'identity' ? whole : await ask(question.url, coding);
    bodies.set(coding, body ?? Buffer.alloc(0));
  }
  const tag = whole.headers[whole.headers.indexOf('ETag') + 1]?.replaceAll('"', '') ?? '';
  return { ...question, tag, bodies };
}
