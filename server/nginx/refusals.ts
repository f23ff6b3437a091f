/** The refusals that nginx writes itself, as files, and the headers that go with them. */
import { contentType } from '../../generator/wire/encode/rendition.ts';
import { toRefusal } from '../http/refusal.ts';
import { Problem } from '../query/problem.ts';
import { ENDINGS, type Ending } from './questions.ts';

export interface RefusalFile {
  readonly name: string;
  readonly body: Buffer;
}

/** How long a gateway may need to come back. */
export const GATEWAY_RETRY_SECONDS = 5;

/** Until nginx lets the next request of a key through: it counts no minutes, but lets one after the other flow. */
export const secondsAt = (perMinute: number) => Math.ceil(60 / perMinute);

export function renditionOf(ending: Ending) {
  return ending === 'rows' ? { format: 'csv' as const, header: true } : { format: ending, header: false };
}

export const contentTypeOf = (ending: Ending) => contentType(renditionOf(ending));

export function refusalFiles(perMinute: readonly number[]): readonly RefusalFile[] {
  const problems: (readonly [string, Problem])[] = [
    ['1400', new Problem(1400, 'request is not HTTP/1.1 that can be read')],
    ['1405', new Problem(1405, 'method is not allowed; this service is read by GET')],
    ['1414', new Problem(1414, 'URL is longer than what is read')],
    ['1503', new Problem(1503, 'no rates are at hand at the moment; ask again shortly')],
    ...perMinute.map((limit) => [`1429-${limit}`, overLimit(limit)] as const),
  ];
  return problems.flatMap(([name, problem]) =>
    (Object.keys(ENDINGS) as Ending[]).map((ending) => {
      const { body } = toRefusal(problem, renditionOf(ending), null);
      return { name: `${name}.${ending}`, body: body ?? Buffer.alloc(0) };
    }),
  );
}

function overLimit(limit: number): Problem {
  const seconds = secondsAt(limit);
  return new Problem(1429, `rate limit of ${limit} requests a minute is reached; ask again in ${seconds} seconds`);
}
