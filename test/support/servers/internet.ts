/**
 * The internet on the loopback interface: whatever host is asked, one server answers, so that adapters are tried with
 * their own addresses.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { Agent, type Dispatcher } from 'undici';
import { afterFile } from '../kit/after-file.ts';
import { listen } from './loopback.ts';

export interface Ask {
  readonly method: string;
  /** With the host that was asked. */
  readonly url: URL;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

/** Answers with a text and status 200, or does with the response what it likes. */
export type Behaviour = (ask: Ask, response: ServerResponse) => string | undefined;

export interface Internet {
  readonly dispatcher: Dispatcher;
  readonly asked: readonly Ask[];
}

export async function internet(behave: Behaviour): Promise<Internet> {
  const asked: Ask[] = [];
  const { url } = await listen(async (request, response) => {
    const { method = 'GET', headers } = request;
    const origin = `${headers['x-asked-origin']}`;
    const ask = { method, headers, url: new URL(request.url ?? '/', origin), body: await text(request) };
    asked.push(ask);
    const answer = behave(ask, response);
    if (answer !== undefined) response.end(answer);
  });
  const agent = new Agent();
  afterFile(() => void agent.destroy());
  const dispatcher = agent.compose((dispatch) => (options, handler) => {
    const headers = { ...(options.headers as Record<string, string>), 'x-asked-origin': `${options.origin}` };
    return dispatch({ ...options, headers, origin: url }, handler);
  });
  return { dispatcher, asked };
}
