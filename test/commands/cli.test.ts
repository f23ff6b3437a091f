/** The command line as a user sees it: the compiled program, its output and its exit codes. */
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { packageRoot } from '../../generator/kit/package.ts';
import { PROVIDERS } from '../../generator/sources/providers/index.ts';
import { freshFolder, writeLines } from '../support/banks/archives.ts';
import { record } from '../support/banks/recorded-bank.ts';
import { modulesIn, PROGRAM } from '../support/kit/program.ts';
import { runProgram } from '../support/kit/run-program.ts';
import { EMBEDDED } from '../support/trees/embedded.ts';
import { dailyLines, readTree } from '../support/trees/trees.ts';

function ratetree(...parameters: readonly string[]) {
  return runProgram(parameters);
}

/** In a process of its own. */
function ratetreeBy(program: string, parameters: readonly string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...parameters], {
    encoding: 'utf8',
    timeout: 170_000,
  });
  return { status, stdout, stderr };
}

/** A folder of recordings with one answer of the ECB. */
function recordings(body: string, provider = 'ECB'): string {
  const folder = freshFolder();
  const url = 'https://www.ecb.europa.eu/stats/eurofxref/eurofxref-daily.xml';
  record(folder, provider, [{ url, body, recordedAt: '2026-07-06T14:20:00Z', contentType: 'text/xml' }]);
  return folder;
}

const DAILY = `<?xml version="1.0" encoding="UTF-8"?>
<gesmes:Envelope xmlns:gesmes="http://www.gesmes.org/xml/2002-08-01" xmlns="http://www.ecb.int/vocabulary/2002-08-01/eurofxref">
<Cube><Cube time='2026-07-06'><Cube currency='USD' rate='1.1415'/><Cube currency='JPY' rate='185.31'/></Cube></Cube></gesmes:Envelope>`;

describe('collect', () => {
  it('reads recordings from several folders, each bank from the first that has it', () => {
    const archive = freshFolder();
    const folders = ['--replay', recordings(DAILY, 'MOON'), '--replay', recordings(DAILY)];
    const { status, stdout, stderr } = ratetree('collect', ...folders, '--provider', 'ECB', '--archive', archive);
    expect([stderr.includes('no recording'), stdout]).toEqual([
      false,
      `collected 1 of 1 providers, 2 new rows in ${archive}\n`,
    ]);
    expect(status).toBe(0);
  });

  it('reads recordings instead of the network, and reports what it has collected', () => {
    const archive = freshFolder();
    const { status, stdout, stderr } = ratetree(
      'collect',
      '--replay',
      recordings(DAILY),
      '--archive',
      archive,
      '--provider',
      'ecb',
    );
    expect(stderr).toContain('ECB: 1 documents, 2 figures: 2 new, 0 corrected, 0 withdrawn');
    expect(stdout).toBe(`collected 1 of 1 providers, 2 new rows in ${archive}\n`);
    expect(status).toBe(0);
    expect(readTree(archive).get('ECB/2026.csv')?.split('\n').slice(0, 3)).toEqual([
      'date,base,quote,per,unit,mid,bid,ask,seen,document',
      expect.stringMatching(/^2026-07-06,EUR,JPY,1,,185\.31,,,2026-07-06T14:20:00Z,[0-9a-f]{12}$/),
      expect.stringMatching(/^2026-07-06,EUR,USD,1,,1\.1415,,,2026-07-06T14:20:00Z,[0-9a-f]{12}$/),
    ]);
  });

  it('reports a provider that failed in one line, keeps the others, and ends with exit code 2', () => {
    const archive = freshFolder();
    const { status, stdout, stderr } = ratetree(
      'collect',
      '--replay',
      recordings('<html>maintenance</html>'),
      '--archive',
      archive,
      '--provider',
      'ECB',
    );
    expect(status).toBe(2);
    expect(stderr.split('\n').filter((line) => line.startsWith('ECB: ') && !line.endsWith('asking'))).toHaveLength(1);
    expect(stdout).toContain('collected 0 of 1 providers');
    expect(readTree(archive).size).toBe(0);
  });

  it('asks all banks but those that --without names, and takes no --provider beside it', () => {
    const flags = ['--replay', recordings('<html>maintenance</html>'), '--archive', freshFolder(), '--without', 'ecb'];
    const { status, stdout, stderr } = ratetree('collect', ...flags);
    expect(stdout, stderr).toMatch(/^collected 0 of 0 providers, 0 new rows in /);
    expect(stdout).toContain(`; ${PROVIDERS.length - 1} were not asked`);
    expect(stderr).not.toMatch(/^ECB: /m);
    expect(status).toBe(0);
    const both = ratetree('collect', ...flags, '--provider', 'NBP');
    expect([both.status, both.stderr]).toEqual([1, expect.stringContaining('cannot be used with option')]);
  });

  it('reports a folder of recordings that has no adapter, and does not fail', () => {
    const { status, stderr } = ratetree('collect', '--replay', recordings(DAILY, 'MOON'), '--archive', freshFolder());
    expect(stderr).toContain('MOON: recorded, but there is no adapter for it');
    expect(status).toBe(0);
  });
});

/** Of days on which GLOBAL has a fixing. */
async function archiveOfOneBank(): Promise<string> {
  const archive = freshFolder();
  await writeLines(archive, 'ECB', dailyLines('2026-03-09', '2026-03-13'));
  return archive;
}

function basesIn(out: string, path: string): readonly string[] {
  const names = readdirSync(join(out, path)).filter((name) => name.endsWith('.json'));
  return names.map((name) => name.replace('.json', '')).sort();
}

describe('generate', () => {
  it('reports how many fixings and files it made, and none when it runs again', async () => {
    const [archive, out] = [await archiveOfOneBank(), freshFolder()];
    const flags = ['generate', '--archive', archive, '--out', out, '--bases', 'EUR', '--date', '2026-03-13'];
    const summary =
      /^release [0-9a-f]{16}: (\d+) fixings made, (\d+) blended, (\d+) files rendered, (\d+) written \((\d+) bytes\)/;
    const first =
      summary
        .exec(ratetree(...flags).stdout)
        ?.slice(1)
        .map((text) => Number.parseInt(text, 10)) ?? [];
    expect(first).toHaveLength(5);
    expect(first.every((count) => count > 0)).toBe(true);
    const second = summary.exec(ratetree(...flags).stdout)?.slice(1) ?? [];
    expect([second[0], second[1], second[3], second[4]]).toEqual(['0', '0', '0', '0']);
  });

  it.each<[string, string[], { latest?: string[]; dated: string[] }]>([
    ['EUR alone', [], { dated: ['EUR'] }],
    ['EUR alone, whatever --bases says', ['--bases', 'USD'], { latest: ['USD'], dated: ['EUR'] }],
    ['the bases of --history-bases', ['--history-bases', 'EUR,USD'], { dated: ['EUR', 'USD'] }],
    ['every base', ['--bases', 'all', '--history-bases', 'all'], { dated: [] }],
  ])('writes dated files of GLOBAL in %s, and the latest in every base if not told otherwise', (_, flags, expected) => {
    const out = freshFolder();
    const span = ['--since', '2026-03-18', '--date', '2026-03-20'];
    expect(ratetree('generate', '--archive', EMBEDDED, '--out', out, ...span, ...flags).status).toBe(0);
    const [latest, dated] = ['v1/latest/GLOBAL', 'v1/historical/GLOBAL/2026/03/18'].map((path) => basesIn(out, path));
    if (expected.dated.length === 0) expect(dated).toEqual(latest);
    else expect(dated).toEqual(expected.dated);
    if (expected.latest === undefined) expect(latest?.length).toBeGreaterThan(100);
    else expect(latest).toEqual(expected.latest);
  });

  it('ends with 2 if a folder of the archive has no adapter, and with 0 if --failures-ok is given', async () => {
    const archive = await archiveOfOneBank();
    cpSync(join(archive, 'ECB'), join(archive, 'MOON'), { recursive: true });
    const flags = ['generate', '--archive', archive, '--out', freshFolder(), '--bases', 'EUR', '--date', '2026-03-13'];
    const [strict, tolerant] = [ratetree(...flags), ratetree(...flags, '--failures-ok')];
    expect([strict.status, tolerant.status]).toEqual([2, 0]);
    for (const { stderr } of [strict, tolerant]) expect(stderr).toMatch(/^MOON: /m);
  });
});

describe('a wrong flag is refused with a message that names it and the fix, and nothing is written', () => {
  it.each<[string[], RegExp]>([
    [['collect', '--provider', 'ECB,NOBODY'], /--provider.*"NOBODY" has no adapter\. These have one: AMCM, BAM, /s],
    [['collect', '--from', '13.03.2026'], /--from.*It must be a day, written YYYY-MM-DD/s],
    [['collect', '--to', '2026-02-30'], /--to.*It must be a day, written YYYY-MM-DD/s],
    [['collect', '--budget', '0'], /--budget.*It must be a whole number of seconds, 1 or more/s],
    [['collect', '--from', '2026-03-02', '--to', '2026-03-01'], /from 2026-03-02 is after to 2026-03-01: swap them/],
    [['generate', '--bases', 'EUR,EURO'], /--bases.*"EURO".*write EUR/s],
    [['generate', '--history-bases', 'EUR,QQQ'], /--history-bases.*"QQQ" is not a currency code that we know/s],
    [['generate', '--licence', 'free,open'], /--licence.*"open" is not one of free, attribution, non-commercial/s],
    [['generate', '--licence', 'free', '--shard', '0/2'], /--licence.*cannot be used with.*--shard/s],
    [['publish', 's3://rates', '--keep', '0'], /--keep.*It must be a whole number, 1 or more/s],
    [['generate', '--parquet'], /error: --parquet is gone, because every tree has Parquet files now/],
    [['generate', '--everything'], /unknown option '--everything'/],
    [['publishh'], /unknown command 'publishh'/],
  ])('%j', (parameters, message) => {
    const out = join(freshFolder(), 'out');
    const { status, stdout, stderr } = ratetree(
      ...parameters,
      parameters[0] === 'collect' ? '--archive' : '--out',
      out,
    );
    expect(stderr).toMatch(message);
    expect(stderr).not.toMatch(/\n\s+at /);
    expect(stdout).toBe('');
    expect(status).toBe(1);
    expect(existsSync(out)).toBe(false);
  });
});

const folder = freshFolder();
const file = join(folder, 'file');
writeFileSync(file, '');

const damaged = join(folder, 'archive');
mkdirSync(join(damaged, 'ECB', '2026.csv'), { recursive: true });
const huge = join(folder, 'huge');
mkdirSync(huge);
writeFileSync(join(huge, 'current.json'), '');
truncateSync(join(huge, 'current.json'), 3 * 1024 ** 3);

const noFolder = /: there is no folder \/nowhere; make it, or name another$/m;
const noFile = /\/file is a file, and a folder is needed; name another$/m;

describe('an error that a person can mend is told in one line, with the flag and the fix', () => {
  it.each<[string[], number, RegExp]>([
    [['keygen', '--out', '/nowhere/at/all/key.pem'], 1, /^ratetree: --out \/nowhere\/at\/all\/key\.pem: /],
    [['keygen', '--out', '/nowhere/key.pem'], 1, noFolder],
    [['keygen', '--out=/nowhere/key.pem'], 1, /^ratetree: --out \/nowhere\/key\.pem: there is no folder/],
    [['generate', '--archive', EMBEDDED, '--out', file], 1, noFile],
    [
      ['generate', '--archive', EMBEDDED, '--out', folder],
      1,
      /^ratetree: --out .* holds no tree but other files, such/,
    ],
    [['generate', '--archive', EMBEDDED, '--out', '/proc/tree'], 1, /--out \/proc\/tree: no folder can be made here/],
    [
      ['generate', '--archive', file, '--out', join(folder, 'new')],
      1,
      /^ratetree: --archive .*\/file is a file, and a folder/,
    ],
    [
      ['generate', '--archive', damaged, '--out', join(folder, 'new')],
      1,
      /\/2026\.csv is a folder, and a file is needed/,
    ],
    [['verify', huge], 4, /^ratetree: .*\/huge\/current\.json is no object: a pipe, a device, or above 67108864 bytes/],
    [['mcp', '--host', '0.0.0.0'], 1, /^ratetree: --host is where --http listens: add --http, or leave it out/],
    [['verify', folder, '--public-key', file], 1, /^ratetree: .*\/file: no public key in PEM: .* FILE\.pub$/m],
    [['verify', file], 1, /^ratetree: .*\/file: it is not a proof, or only a part of one; "ratetree prove" writes/],
    [['verify', folder, '--log', '--checkpoint', file], 1, /^ratetree: .*\/file: it is not a signed note: /],
    [
      ['verify', folder, '--log', '--stable'],
      1,
      /^ratetree: --stable decides nothing here: the log is checked whole; /,
    ],
    [['verify', file, '--sample', '5'], 1, /^ratetree: --sample decides nothing here: a proof is checked whole; leave/],
    [
      ['verify', folder, '--witness-quorum', '2'],
      1,
      /^ratetree: --witness-quorum decides nothing here: it is for --log; /,
    ],
    [['verify', folder, '--seed', 'a'], 1, /^ratetree: --seed chooses a sample: add --sample, or leave it out/],
    [['verify', folder, '--public-key', '/nowhere.pub'], 1, /--public-key \/nowhere\.pub: there is no such file; /],
    [['verify', folder, '--public-key', folder], 1, /^ratetree: --public-key .* is a folder, and a file is needed; /],
    [
      ['publish', 's3://Rates', '--from', folder, '--archive', EMBEDDED],
      1,
      /^ratetree: not an address of a bucket: s3:\/\/Rates; write s3:\/\/BUCKET\/PREFIX/,
    ],
    [['keys', 'list', '--file', folder], 1, /^ratetree: --file .* is a folder, and a file is needed; name another/],
    [['keys', 'add', 'a', '--file', '/nowhere/keys.json'], 1, noFolder],
    [['publish', file, '--from', EMBEDDED, '--archive', EMBEDDED], 4, noFile],
    [
      ['publish', '/proc/store', '--from', EMBEDDED, '--archive', EMBEDDED],
      4,
      /^ratetree: \/proc\/store\/: no folder can be made here; /,
    ],
  ])('%j', (parameters, code, line) => {
    const { status, stdout, stderr } = ratetree(...parameters);
    expect(stderr).toMatch(line);
    expect(stderr.trimEnd().split('\n')).toHaveLength(1);
    expect(stdout).toBe('');
    expect(status).toBe(code);
  });
});

describe('a command in a process of its own says and does the same:', () => {
  it.each<[string[]]>([
    [['--help']],
    [['help', 'keys', 'add']],
    [['nightly', '--help']],
    [['publishh']],
    [['nightly', '--bogus']],
    [['generate', '--shard', '0']],
    [['verify', folder]],
    [['rate', '100', 'EUR', 'USD', '--origin', folder]],
    [['collect', '--replay', recordings('<html>maintenance</html>'), '--archive', folder, '--provider', 'ECB']],
  ])('%j', (parameters) => {
    const timeless = (ran: { readonly stdout: string }) => ({
      ...ran,
      stdout: ran.stdout.replace(/"seconds":[\d.]+/, ''),
    });
    expect(timeless(ratetree(...parameters))).toEqual(timeless(ratetreeBy(PROGRAM, parameters)));
  });
});

describe('a bug is told with its stack and its causes, and exit code 6', () => {
  /** A copy of the program, in which one module has a bug. */
  function programWithBug(module: string, functions: readonly string[]): string {
    const root = freshFolder();
    for (const name of ['build', 'package.json'])
      cpSync(join(packageRoot(), name), join(root, name), { recursive: true });
    symlinkSync(join(packageRoot(), 'node_modules'), join(root, 'node_modules'));
    const names = functions.map((name) => `fail as ${name}`).join(', ');
    const source = `const fail = () => { throw new TypeError('a bug', { cause: new RangeError('its cause') }); };`;
    writeFileSync(join(root, 'build', module), `${source}\nexport { ${names} };\n`);
    return modulesIn(root);
  }

  it.each<[string[], string, string[]]>([
    [['status'], 'generator/commands/status.js', ['addStatus']],
    [['serve'], 'server/clients/cli/serve.js', ['addServe']],
  ])('in %j', (parameters, module, functions) => {
    const { status, stdout, stderr } = ratetreeBy(programWithBug(module, functions), parameters);
    expect(stderr).toMatch(/^TypeError: a bug\n\s+at /);
    expect(stderr).toContain(`build/${module}:1`);
    expect(stderr).toMatch(/\[cause\]: RangeError: its cause\n\s+at /);
    expect(stdout).toBe('');
    expect(status).toBe(6);
  });
});
