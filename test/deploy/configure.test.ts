/** The script that writes the CDN's configuration: what comes of an origin's address, and what is refused. */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { packageRoot } from '../../generator/kit/package.ts';
import { freshFolder } from '../support/banks/archives.ts';

const CONFIGURE = join(packageRoot(), 'scripts', 'deploy', 'cdn', 'configure');

describe('scripts/deploy/cdn/configure', () => {
  it.each([
    [
      ['https://rates.example.org/public', '8443', 'cache'],
      ['server rates.example.org:443;', 'proxy_pass https://origin/public$uri;', 'Host rates.example.org;'],
    ],
    [
      ['http://127.0.0.1:7480', '80', 'cache'],
      ['server 127.0.0.1:7480;', 'proxy_pass http://origin$uri;', 'listen 80;'],
    ],
  ])('%j', (parameters, lines) => {
    const folder = freshFolder();
    const text = execFileSync(CONFIGURE, parameters, { encoding: 'utf8', cwd: folder });
    for (const line of lines) expect(text).toContain(line);
    expect(text).not.toMatch(/@[A-Z]+@/);
  });

  it('says what it wants when it is called wrongly', () => {
    expect(() => execFileSync(CONFIGURE, ['ftp://x', '80', 'cache'], { stdio: 'pipe' })).toThrow(
      /must begin with http/,
    );
    expect(() => execFileSync(CONFIGURE, [], { stdio: 'pipe' })).toThrow(/usage: scripts\/deploy\/cdn\/configure/);
  });
});
