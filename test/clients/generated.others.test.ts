/**
 * Code that generators of other makers make of v1/openapi.json: programs that use it compile, and run against a real
 * gateway. What they read is typed as it is, without a cast but for the shapes that a parameter chooses.
 */
import { execFile, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { rolldown } from 'rolldown';
import { request } from 'undici';
import { beforeAll, describe, expect, it } from 'vitest';
import { packageRoot } from '../../generator/kit/package.ts';
import { startHost } from '../docs/recipes.ts';
import { freshFolder } from '../support/banks/archives.ts';
import { DEMO_KEY } from '../support/servers/gateway.ts';

const MODULES = join(packageRoot(), '.ratetree', 'clients', 'node_modules');
const isInstalled = existsSync(join(MODULES, 'openapi-typescript'));
const hasPerl = spawnSync('perl', ['-MOpenAPI::Client', '-e', '1']).status === 0;
if (!isInstalled) console.log('skipped: generators of npm are not installed (.ci/run does it)');
if (!hasPerl) console.log('skipped: OpenAPI::Client is not installed (apt-get install libopenapi-client-perl)');

const STRICT = { strict: true, noUncheckedIndexedAccess: true, skipLibCheck: true };
const MODULE = { target: 'es2022', module: 'esnext', moduleResolution: 'bundler', noEmit: true, types: ['node'] };
/** A copy of this lies on the page that its name says, which a machine without a network cannot reach. */
const SCHEMA_OF_SCHEMAS = 'https://spec.openapis.org/oas/3.1/schema/2021-05-20';

describe.skipIf(!isInstalled)('the description', () => {
  const folder = freshFolder();
  const description = join(folder, 'openapi.json');
  let host = '';
  const run = async (program: string, args: readonly string[], env: Record<string, string> = {}) =>
    (await promisify(execFile)(program, args, { cwd: folder, env: { PATH: process.env.PATH, ...env } })).stdout;
  const generator = (name: string, ...args: string[]) => run(process.execPath, [join(MODULES, name), ...args]);

  beforeAll(async () => {
    cpSync(join(packageRoot(), 'test', 'clients', 'generated'), folder, { recursive: true });
    symlinkSync(MODULES, join(folder, 'node_modules'));
    writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
    host = await startHost();
    const { body } = await request(`${host}/v1/openapi.json`);
    writeFileSync(description, await body.text());
  });

  /** Compiles the program with its generated code, bundles it and runs it. */
  async function use(program: string): Promise<unknown> {
    const options = { ...STRICT, ...MODULE, allowImportingTsExtensions: true };
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: options, files: [program] }));
    await generator('typescript/bin/tsc', '-p', folder);
    const bundle = await rolldown({ input: join(folder, program), platform: 'node', logLevel: 'silent' });
    await bundle.write({ file: join(folder, 'out.mjs'), format: 'esm' });
    return JSON.parse(await run(process.execPath, [join(folder, 'out.mjs'), host, DEMO_KEY]));
  }

  it('is read by openapi-typescript, whose types fit the answers', async () => {
    await generator('openapi-typescript/bin/cli.js', description, '-o', join(folder, 'types.ts'));
    expect(await use('use-fetch.ts')).toEqual([1.1555, 1001, 0.2542588355, ['2026-03-19', '2026-03-20']]);
  });

  it('is read by hey-api, whose functions ask and answer', async () => {
    await generator('@hey-api/openapi-ts/bin/index.cjs', '-i', description, '-o', join(folder, 'hey'));
    expect(readdirSync(join(folder, 'hey'))).toContain('sdk.gen.ts');
    expect(await use('use-hey.ts')).toEqual([1.1555, 1001, 'Euro', 115.55]);
  });

  it.skipIf(!hasPerl)('is read by OpenAPI::Client of Perl, which checks what is sent', async () => {
    mkdirSync(join(folder, 'cache'));
    const name = createHash('md5').update(SCHEMA_OF_SCHEMAS).digest('hex');
    cpSync(
      join(MODULES, '@apidevtools', 'openapi-schemas', 'schemas', 'v3.1', 'schema.json'),
      join(folder, 'cache', name),
    );
    const env = { JSON_VALIDATOR_CACHE_PATH: join(folder, 'cache') };
    const said = await run('perl', ['use.pl', description, host, DEMO_KEY], env);
    expect(JSON.parse(said)).toEqual([1.1555, 1001, '/amount']);
  });
});
