/** The units of systemd: what they start is started here. `systemd.others.test.ts` has what systemd says of them. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { request } from 'undici';
import { describe, expect, it } from 'vitest';
import { packageRoot } from '../../generator/kit/package.ts';
import { freshFolder } from '../support/banks/archives.ts';
import { pathWithRatetree } from '../support/kit/on-path.ts';
import { startGateway } from '../support/servers/gateway-process.ts';
import { listen } from '../support/servers/loopback.ts';
import { calm, DAYS, recordings } from '../support/trees/nights-by-command.ts';
import { writeSmallTree } from '../support/trees/small-tree.ts';

const GATEWAY = 'gateway/ratetree-gateway.service';
const NIGHTLY = 'nightly/ratetree-nightly.service';
const FAILED = 'nightly/ratetree-failed@.service';
const hasCurl = spawnSync('curl', ['--version']).status === 0;
if (!hasCurl) console.log('skipped: curl is not installed, so no webhook is called');
const at = (unit: string) => join(packageRoot(), 'scripts', 'deploy', unit);
const read = (unit: string) => readFileSync(at(unit), 'utf8');

/** The words that systemd starts. It looks for a program without a path in no PATH, so that the first one has its path. */
function execStart(unit: string): readonly [string, ...string[]] {
  const [file, ...words] = /^ExecStart=(.*)$/m.exec(read(unit))?.[1]?.split(' ') ?? [];
  expect(file).toMatch(/^\//);
  return [file ?? '', ...words];
}

describe('what systemd starts', () => {
  const PATH = pathWithRatetree();

  it('is the gateway, which ends by itself within the time that the unit gives it', async () => {
    const ports = { PORT: '0', RATETREE_ADMIN_PORT: '0' };
    const settings = { RATETREE_ORIGIN: writeSmallTree(), RATETREE_DEMO_KEY: 'k', RATETREE_DRAIN_MS: '0' };
    const { child, says, ended } = startGateway({ PATH, ...ports, ...settings }, execStart(GATEWAY));
    const [, address = ''] = await says(/gateway at (\S+)/);
    const { statusCode, body } = await request(`${address}/v1/currencies?subscription-key=k`);
    await body.dump();
    expect(statusCode).toBe(200);
    child.kill('SIGTERM');
    expect((await ended)[0]).toBe(0);
    const [, graceSeconds = ''] = /^TimeoutStopSec=(\d+)$/m.exec(read(GATEWAY)) ?? [];
    const [, graceMs = ''] =
      /`RATETREE_GRACE_MS` \| (\d+) /.exec(readFileSync(join(packageRoot(), 'docs', 'operate.md'), 'utf8')) ?? [];
    expect(Number(graceSeconds) * 1000).toBeGreaterThan(Number(graceMs));
  });

  it('is a night, which publishes', () => {
    const [file, ...words] = execStart(NIGHTLY).map((word) => word.replace('s3://rates/public', 'releases'));
    const local = ['--replay', recordings(DAYS, calm), '--provider', 'ECB', '--bases', 'EUR', '--date', '2026-03-13'];
    const options = { cwd: freshFolder(), env: { PATH }, encoding: 'utf8' } as const;
    const { status, stdout, stderr } = spawnSync(file ?? '', [...words, ...local], options);
    expect(status, stderr).toBe(0);
    expect(JSON.parse(stdout.trim().split('\n').at(-1) ?? '')).toMatchObject({ outcome: 'published' });
  });

  it.skipIf(!hasCurl)('after a failure is a webhook, which gets the name of the unit and its last line', async () => {
    const bodies: string[] = [];
    const { url } = await listen(async (request, response) => {
      bodies.push(await text(request));
      response.end();
    });
    for (const unit of [GATEWAY, NIGHTLY]) expect(read(unit)).toMatch(/^OnFailure=ratetree-failed@%n\.service$/m);
    const folder = freshFolder();
    writeFileSync(join(folder, 'webhook'), `url = "${url}/rates"\n`);
    writeFileSync(join(folder, 'journalctl'), '#!/bin/sh\necho "{\\"asked\\":\\"$*\\"}"\n', { mode: 0o755 });
    const [, script = ''] = /^ExecStart=\/bin\/sh -c '(.*)'$/m.exec(read(FAILED)) ?? [];
    const filled = script.replaceAll('%i', 'ratetree-nightly.service').replaceAll('%d', folder);
    const env = { PATH: `${folder}:${process.env.PATH}` };
    const [code] = await once(spawn('/bin/sh', ['-c', filled], { env, stdio: 'inherit' }), 'exit');
    const asked = '_SYSTEMD_UNIT=ratetree-nightly.service --lines=1 --output=cat';
    expect([code, bodies]).toEqual([0, [`ratetree-nightly.service has failed\n{"asked":"${asked}"}\n`]]);
  });
});
