/** Something that answers every question alike, as the command line meets it. */
import { type Asker, toAsker } from '../../../server/clients/ask/answers.ts';

export function stranger(body: string, status = 200): Asker {
  const fetch = async () => new Response(body, { status });
  return toAsker({ root: 'http://stranger.example', key: null, fetch, close: async () => {} });
}
