/** The plainest HTTP server of a folder: it answers 200 and the file, or 404. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Loopback, listen } from './loopback.ts';

export function serveFolder(dir: string): Promise<Loopback> {
  return listen((request, response) => {
    readFile(join(dir, decodeURIComponent(new URL(request.url ?? '/', 'http://x').pathname))).then(
      (bytes) => response.writeHead(200).end(bytes),
      () => response.writeHead(404).end('no such file'),
    );
  });
}
