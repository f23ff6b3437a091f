/** A tree behind a real HTTP server that can be well, failing or gone. */
import { createReadStream, existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { listen } from './loopback.ts';

/** The tree over HTTP, as any file server gives it; `mode` is how it feels today. */
export async function serveTree(folder: string) {
  const origin = { mode: 'well' as 'well' | 'failing' | 'gone' };
  const loopback = await listen((request, response) => {
    const file = join(folder, new URL(request.url ?? '/', 'http://localhost').pathname);
    if (origin.mode === 'gone') response.destroy();
    else if (origin.mode === 'failing') response.writeHead(500).end('no');
    else if (!existsSync(file) || !statSync(file).isFile()) response.writeHead(404).end('none');
    else createReadStream(file).pipe(response.writeHead(200));
  });
  return { ...loopback, origin };
}
