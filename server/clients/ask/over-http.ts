/** Asks a gateway elsewhere. */
import { type Dispatcher, EnvHttpProxyAgent, fetch } from 'undici';
import { readBounded } from '../../../generator/kit/read-bounded.ts';
import type { Fetch } from '../../../generator/wire/answers/asking.ts';
import { type Asker, type Patience, toAsker } from './answers.ts';

interface GatewayAskerOptions {
  readonly address: string;
  /** Null if there is none, which the gateway refuses in its own words. */
  readonly key: string | null;
  readonly timeoutMs: number;
  readonly dispatcher?: Dispatcher;
}

/** An answer has up to 50,000 figures, and a figure a hundred bytes or two. */
const ANSWER_BYTES_MAX = 64 * 1024 * 1024;

export function gatewayAsker({ address, key, timeoutMs, ...options }: GatewayAskerOptions, patience?: Patience): Asker {
  const dispatcher = options.dispatcher ?? new EnvHttpProxyAgent();
  const bounded: Fetch = async (url, sent) => {
    const answer = await fetch(url, { ...sent, dispatcher, signal: AbortSignal.timeout(timeoutMs) });
    const { status, headers, body } = answer;
    return { status, headers, text: async () => (body === null ? '' : `${await readBounded(body, ANSWER_BYTES_MAX)}`) };
  };
  const origin = {
    // As the client for JavaScript, it takes the address with the version, too.
    root: address.replace(/(\/v1)?\/*$/, ''),
    key,
    fetch: bounded,
    close: () => dispatcher.close(),
  };
  return toAsker(origin, patience);
}
