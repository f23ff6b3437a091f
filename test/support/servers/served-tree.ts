/** A tree behind a real HTTP server that can work, fail or be gone, as a whole or for some paths. */
import { createReadStream, existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { listen } from './loopback.ts';

type Mode = 'well' | 'failing' | 'gone';
type Mood = Mode | { readonly of: (path: string) => boolean; readonly is: Mode };

/** Serves the tree over HTTP like any file server. Tests set `mode` to change how the server behaves. */
export async function serveTree(folder: string) {
  const origin: { mode: Mood } = { mode: 'well' };
  const modeAt = (path: string): Mode => {
    if (typeof origin.mode === 'string') return origin.mode;
    return origin.mode.of(path) ? origin.mode.is : 'well';
  };
  const loopback = await listen((request, response) => {
    const path = new URL(request.url ?? '/', 'http://localhost').pathname;
    const file = join(folder, path);
    const mode = modeAt(path);
    if (mode === 'gone') response.destroy();
    else if (mode === 'failing') response.writeHead(500).end('no');
    else if (!existsSync(file) || !statSync(file).isFile()) response.writeHead(404).end('none');
    else createReadStream(file).pipe(response.writeHead(200));
  });
  return { ...loopback, origin };
}
