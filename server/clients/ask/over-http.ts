/** Asks a gateway elsewhere. */
import { type Dispatcher, EnvHttpProxyAgent, fetch } from 'undici';
import { type Asker, type Patience, toAsker } from './answers.ts';

interface GatewayAskerOptions {
  readonly address: string;
  /** Null if there is none, which the gateway refuses in its own words. */
  readonly key: string | null;
  readonly timeoutMs: number;
  readonly dispatcher?: Dispatcher;
}

export function gatewayAsker({ address, key, timeoutMs, ...options }: GatewayAskerOptions, patience?: Patience): Asker {
  const dispatcher = options.dispatcher ?? new EnvHttpProxyAgent();
  const origin = {
    // As the client for JavaScript, it takes the address with the version, too.
    root: address.replace(/(\/v1)?\/*$/, ''),
    key,
    fetch: (url: string, { headers }: { readonly headers: Record<string, string> }) =>
      fetch(url, { headers, dispatcher, signal: AbortSignal.timeout(timeoutMs) }),
    close: () => dispatcher.close(),
  };
  return toAsker(origin, patience);
}
