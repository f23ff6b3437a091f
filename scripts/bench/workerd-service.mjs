/**
 * The gateway of the edge on workerd, over a bucket of Miniflare that holds the releases of a folder.
 * node scripts/bench/workerd-service.mjs FOLDER EMPTY-FOLDER PORT KEY
 */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Miniflare } from 'miniflare';
import { rolldown } from 'rolldown';
import { PLAN_ITEMS } from '../../build/generator/wire/answers/operations.js';

const [folder = '', r2Persist = '', port = '0', key = ''] = process.argv.slice(2);
const AT_ONCE = 50;
const plan = { operations: PLAN_ITEMS, requestsPerMinute: null };
const digest = createHash('sha256').update(key).digest('hex');
const keys = [{ name: 'bench', digest, enabled: true, expires: null, plan }];
const bundle = await rolldown({
  input: join(import.meta.dirname, '..', '..', 'build', 'server', 'clients', 'edge', 'worker.js'),
  platform: 'node',
  external: [/^node:/],
});
const [worker] = (await bundle.generate({ format: 'esm' })).output;
const options = {
  modules: [{ type: 'ESModule', path: 'worker.mjs', contents: worker.code }],
  compatibilityDate: '2026-01-01',
  compatibilityFlags: ['nodejs_compat'],
  r2Buckets: ['RELEASES'],
  r2Persist,
  bindings: { RATETREE_KEYS: JSON.stringify({ keys }) },
};

// It listens once the bucket is full.
const filling = new Miniflare(options);
const bucket = await filling.getR2Bucket('RELEASES');
const files = readdirSync(folder, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => join(entry.parentPath, entry.name))
  .filter((path) => /(objects|memory)\/|current\.json$/.test(path.slice(folder.length)));
for (let place = 0; place < files.length; place += AT_ONCE) {
  const put = (path) => bucket.put(path.slice(folder.length + 1), new Uint8Array(readFileSync(path)).buffer);
  await Promise.all(files.slice(place, place + AT_ONCE).map(put));
}
await filling.dispose();
const platform = new Miniflare({ ...options, host: '127.0.0.1', port: Number(port) });
await platform.ready;
process.on('SIGTERM', () => void platform.dispose().then(() => process.exit()));
