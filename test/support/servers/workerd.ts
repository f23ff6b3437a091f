/** The gateway of the edge on workerd, with a bucket that holds a release, and limiters. No network is used. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Miniflare, type MiniflareOptions } from 'miniflare';
import { rolldown } from 'rolldown';
import { packageRoot } from '../../../generator/kit/package.ts';
import type { ObjectBucket } from '../../../server/clients/edge/bindings.ts';
import type { KeyRecord } from '../../../server/request/keys/api-keys.ts';
import type { Asked, Reply } from './gateway.ts';

export interface OnWorkerd {
  ask(url: string, asked?: Asked): Promise<Reply>;
  /** Puts the files of a folder that holds releases into the bucket, below a prefix. */
  fill(folder: string, prefix?: string): Promise<void>;
  /** The bucket as a program on the platform gets it. */
  bucket(): Promise<ObjectBucket>;
  close(): Promise<void>;
}

const AT_ONCE = 20;

/** The platform's own types are for programs on it. */
interface WritableBucket {
  put(key: string, bytes: ArrayBuffer): Promise<unknown>;
}

/** The program of the package as it is deployed: one file, which the platform loads. */
async function bundled(): Promise<string> {
  const bundle = await rolldown({
    input: join(packageRoot(), 'build', 'edge', 'worker.js'),
    platform: 'node',
    external: [/^node:/],
    logLevel: 'silent',
  });
  const { output } = await bundle.generate({ format: 'esm' });
  return output[0].code;
}

/** @param limits what `LIMIT_<n>` allows within a minute @param more bindings */
export async function onWorkerd(
  keys: readonly KeyRecord[],
  limits: readonly number[] = [],
  more: Record<string, string> = {},
): Promise<OnWorkerd> {
  const toLimiter = (limit: number) =>
    [`LIMIT_${limit}`, { namespace_id: `${limit}`, simple: { limit, period: 60 as const } }] as const;
  const options: MiniflareOptions = {
    modules: [{ type: 'ESModule', path: 'worker.mjs', contents: await bundled() }],
    compatibilityDate: '2026-01-01',
    compatibilityFlags: ['nodejs_compat'],
    r2Buckets: ['RELEASES'],
    ratelimits: Object.fromEntries(limits.map(toLimiter)),
    bindings: { RATETREE_KEYS: JSON.stringify({ keys }), RATETREE_POLL_MS: '0', ...more },
  };
  const platform = new Miniflare(options);
  return {
    async ask(url, { method = 'GET', headers = {} } = {}) {
      const sent = Object.entries(headers).map(([name, value]) => [name, `${value}`] as [string, string]);
      // The platform codes for itself what the client of this test asks for, so it tells what the client can read.
      const answer = await platform.dispatchFetch(`http://edge.example${url}`, { method, headers: sent });
      const body = Buffer.from(await answer.arrayBuffer());
      return { status: answer.status, headers: Object.fromEntries(answer.headers), body, text: body.toString('utf8') };
    },
    bucket: async () => (await platform.getR2Bucket('RELEASES')) as unknown as ObjectBucket,
    async fill(folder, prefix = '') {
      const bucket = (await platform.getR2Bucket('RELEASES')) as unknown as WritableBucket;
      const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
      const put = async (path: string) =>
        bucket.put(prefix + path.slice(folder.length + 1), new Uint8Array(readFileSync(path)).buffer);
      for (let place = 0; place < files.length; place += AT_ONCE) {
        const some = files.slice(place, place + AT_ONCE);
        await Promise.all(some.map(({ parentPath, name }) => put(join(parentPath, name))));
      }
    },
    close: () => platform.dispose(),
  };
}
