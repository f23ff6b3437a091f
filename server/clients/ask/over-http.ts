/** Asks a gateway elsewhere. */
import { type Dispatcher, EnvHttpProxyAgent, request } from 'undici';
import { KEY_PARAMETER } from '../../../generator/wire/answers/operations.ts';
import { StoreError } from '../../../generator/wire/release/tree-file.ts';
import { messageOf } from '../../../generator/wire/words/input-error.ts';
import { type Asker, toReply } from './answers.ts';

interface GatewayAskerOptions {
  readonly address: string;
  /** Null if there is none, which the gateway refuses in its own words. */
  readonly key: string | null;
  readonly timeoutMs: number;
  readonly dispatcher?: Dispatcher;
}

/** @throws StoreError later, with each question that is not answered */
export function gatewayAsker({ address, key: ownKey, timeoutMs, ...options }: GatewayAskerOptions): Asker {
  const dispatcher = options.dispatcher ?? new EnvHttpProxyAgent();
  // As the client for JavaScript, it takes the address with the version, too.
  const root = address.replace(/\/+$/, '').replace(/\/v1$/, '');
  return {
    ask: async (url, key = ownKey) => {
      const sent = { accept: '*/*', ...(key === null ? {} : { [KEY_PARAMETER]: key }) };
      try {
        const signal = AbortSignal.timeout(timeoutMs);
        const { statusCode, body, headers } = await request(`${root}${url}`, { dispatcher, headers: sent, signal });
        return toReply(statusCode, await body.text(), (name) => headers[name.toLowerCase()]?.toString());
      } catch (cause) {
        throw new StoreError(`${root} does not answer: ${messageOf(cause)}`, { cause });
      }
    },
    close: () => dispatcher.close(),
  };
}
