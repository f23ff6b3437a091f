/** The recipes of docs/integrations.md, and a gateway that takes the place of the host that they name. */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect } from 'vitest';
import { readMarkdown } from '../support/kit/markdown.ts';
import { DEMO_KEY, gatewayOver } from '../support/servers/gateway.ts';
import { startListener } from '../support/servers/raw-requests.ts';
import { diskStore } from '../support/servers/stores.ts';
import { EMBEDDED_NOON_MS, embeddedTree } from '../support/trees/embedded.ts';

export const RECIPES = readMarkdown('docs/integrations.md');
export const HOST = 'https://rates.example';

/** Returns the address of a gateway over the embedded tree. */
export async function startHost(): Promise<string> {
  const { handler } = await gatewayOver(diskStore(await embeddedTree()), { nowMs: () => EMBEDDED_NOON_MS });
  return `http://127.0.0.1:${(await startListener(handler)).port}`;
}

/** The same program as on the page, but for the address and the key. */
export async function runRecipe(
  host: string,
  [program, option, text]: readonly [string, string, string],
): Promise<string> {
  const script = text.replaceAll(HOST, host).replaceAll('KEY', DEMO_KEY);
  // Only PATH: a proxy of the environment would not find a server of this machine.
  const child = spawn(program, [option, script], {
    env: { PATH: process.env.PATH },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let out = '';
  child.stdout.on('data', (chunk) => {
    out += chunk;
  });
  const [code] = await once(child, 'close');
  expect(code).toBe(0);
  return out;
}
