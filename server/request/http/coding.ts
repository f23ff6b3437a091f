/** Accept-Encoding → the coding of the body; and the coded body. */
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

export type Coding = 'identity' | 'gzip' | 'br';

/** Coding a smaller body saves no packet. */
export const CODED_BYTES_MIN = 1024;
/** Among codings of equal weight the first is taken: br makes these bodies a tenth smaller than gzip does. */
const PREFERENCE: readonly Coding[] = ['br', 'gzip', 'identity'];

/** Clients send few different headers. A flood of others empties this. */
const CODINGS = new Map<string, Coding>();
const CODINGS_MAX = 1000;

/** The supported coding with the highest q; identity when none is acceptable, because the contract has no 406. */
export function toCoding(acceptEncoding: string | null): Coding {
  if (acceptEncoding === null) return 'identity';
  const known = CODINGS.get(acceptEncoding);
  if (known !== undefined) return known;
  if (CODINGS.size >= CODINGS_MAX) CODINGS.clear();
  const coding = chosen(acceptEncoding);
  CODINGS.set(acceptEncoding, coding);
  return coding;
}

function chosen(acceptEncoding: string): Coding {
  const weights = new Map<string, number>();
  for (const item of acceptEncoding.toLowerCase().split(',')) {
    const [name = '', ...parameters] = item.split(';').map((text) => text.trim());
    if (name !== '') weights.set(name === 'x-gzip' ? 'gzip' : name, toWeight(parameters));
  }
  const weightOf = (coding: Coding) => weights.get(coding) ?? (coding === 'identity' ? 0.001 : (weights.get('*') ?? 0));
  let best: Coding = 'identity';
  let bestWeight = 0;
  for (const coding of PREFERENCE) {
    if (weightOf(coding) > bestWeight) {
      best = coding;
      bestWeight = weightOf(coding);
    }
  }
  return best;
}

const toGzip = promisify(gzip);
const toBrotli = promisify(brotliCompress);

/**
 * The same bytes always give the same coded bytes, so that the ETag of a coded body is a strong one. Brotli's quality 5
 * takes 0.3 ms for the largest rates; 11 takes 20 ms, which is too long for a computed answer.
 */
export function toCoded(bytes: Buffer, coding: Exclude<Coding, 'identity'>): Promise<Buffer> {
  const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_SIZE_HINT } = constants;
  const params = { [BROTLI_PARAM_QUALITY]: 5, [BROTLI_PARAM_SIZE_HINT]: bytes.length };
  return coding === 'gzip' ? toGzip(bytes) : toBrotli(bytes, { params });
}

/** An invalid q counts as 1, as if it were absent. Weights are not money, so that a float is allowed. */
function toWeight(parameters: readonly string[]): number {
  const found = parameters
    .map((parameter) => /^q\s*=\s*(0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/.exec(parameter))
    .find(Boolean);
  return found?.[1] === undefined ? 1 : Number.parseFloat(found[1]);
}
