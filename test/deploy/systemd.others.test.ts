/** The units of systemd are read by systemd itself. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { packageRoot } from '../../generator/kit/package.ts';
import { freshFolder } from '../support/banks/archives.ts';
import { blocksOf, readMarkdown } from '../support/kit/markdown.ts';

const GATEWAY = 'gateway/ratetree-gateway.service';
const NIGHTLY = 'nightly/ratetree-nightly.service';
const FAILED = 'nightly/ratetree-failed@.service';
const TIMER = 'nightly/ratetree-nightly.timer';
const at = (unit: string) => join(packageRoot(), 'scripts', 'deploy', unit);
const read = (unit: string) => readFileSync(at(unit), 'utf8');

const analyze = (...words: readonly string[]) => spawnSync('systemd-analyze', words, { encoding: 'utf8' });
const isThere = analyze('--version').status === 0;
if (!isThere) console.log('skipped: systemd-analyze is not installed, so the units are not read by systemd');

/** The unit with a text replaced, in a folder of its own. */
function changed(unit: string, from: string | RegExp, to: string): string {
  const file = join(freshFolder(), basename(unit));
  expect(read(unit)).toMatch(from);
  writeFileSync(file, read(unit).replace(from, to));
  return file;
}

describe.skipIf(!isThere)('systemd', () => {
  it.each([GATEWAY, NIGHTLY, TIMER, FAILED])('reads %s without a complaint', (unit) => {
    expect(analyze('verify', at(unit))).toMatchObject({ status: 0, stderr: '' });
  });

  it('reads the gateway as the template that docs/proxy.md makes of it, for one process each', () => {
    const [, line = ''] = /add `(Environment=PORT=[^`]+)`/.exec(readMarkdown('docs/proxy.md').text) ?? [];
    const folder = freshFolder();
    writeFileSync(join(folder, 'ratetree-gateway@.service'), read(GATEWAY).replace('[Service]', `[Service]\n${line}`));
    const file = join(folder, 'ratetree-gateway@1.service');
    symlinkSync(join(folder, 'ratetree-gateway@.service'), file);
    expect(line).toContain('808%i');
    expect(analyze('verify', file)).toMatchObject({ status: 0, stderr: '' });
  });

  it('reads the night with the folder that docs/install.md puts in place of a bucket', () => {
    const [dropIn = ''] = blocksOf(readMarkdown('docs/install.md'), 'ini').filter((block) =>
      block.includes('ExecStart'),
    );
    expect(dropIn).toContain('ratetree nightly releases');
    const folder = freshFolder();
    const unit = join(folder, basename(NIGHTLY));
    writeFileSync(unit, read(NIGHTLY));
    writeFileSync(join(folder, basename(FAILED)), read(FAILED));
    mkdirSync(`${unit}.d`);
    writeFileSync(join(`${unit}.d`, 'override.conf'), dropIn);
    expect(analyze('verify', unit)).toMatchObject({ status: 0, stderr: '' });
  });

  it('complains of a word that it does not know', () => {
    expect(analyze('verify', changed(GATEWAY, 'ProtectHome=', 'ProtectHouse=')).stderr).toMatch(
      /Unknown key .*'ProtectHouse'/,
    );
  });

  it.each([GATEWAY, NIGHTLY, FAILED])('finds little that %s is exposed to', (unit) => {
    const exposed = (file: string) => analyze('security', '--offline=yes', '--threshold=20', file).status;
    expect(exposed(at(unit))).toBe(0);
    expect(exposed(changed(unit, /^(Protect|Restrict|NoNew|Capability).*\n/gm, ''))).not.toBe(0);
  });

  it('starts the night at the times of the other examples', () => {
    const [, times = ''] = /^OnCalendar=(.*)$/m.exec(read(TIMER)) ?? [];
    expect(analyze('calendar', times).stdout).toMatch(/Normalized form: \*-\*-\* 02,06:30:00 UTC/);
  });
});
