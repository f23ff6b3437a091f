/** scripts/docs/picture.ts takes the pictures of the README from a page that is running. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { packageRoot, readVersion } from '../../generator/kit/package.ts';
import { freshFolder } from '../support/banks/archives.ts';
import { chromiumIsThere } from '../support/servers/browser.ts';
import { startExplorer } from '../support/servers/explorer.ts';

it.skipIf(!chromiumIsThere)('the pictures are of this version, one for light and one for dark screens', async () => {
  const { behindGateway } = await startExplorer();
  const folder = freshFolder();
  const files = ['light.webp', 'dark.webp'].map((name) => join(folder, name));
  const view = behindGateway('chart?provider=ECB&base=EUR&currency=USD&from=2026-02-01');
  const script = join(packageRoot(), 'build', 'scripts', 'docs', 'picture.js');
  execFileSync(process.execPath, [script, view, ...files, '2026-03-20T16:00:00Z']);
  const [light, dark] = files.map((file) => readFileSync(file));
  for (const picture of [light, dark]) {
    expect(picture?.toString('latin1')).toContain(`xmp:CreatorTool="Ratetree ${readVersion()}"`);
    expect(picture?.readUInt32LE(4)).toBe((picture?.length ?? 0) - 8);
  }
  expect(light?.equals(dark ?? Buffer.of())).toBe(false);
});
