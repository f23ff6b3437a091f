/**
 * `ratetree start`: the whole program in the folder where it is called. What it prints fits on half a screen; the log has
 * the rest. In a checkout `./scripts/start` installs and compiles first, and then hands over to this; an image runs it by
 * itself.
 */
import { randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { type Command, Option } from 'commander';
import { makeFolder } from '../kit/files.ts';
import { refuseTaken } from '../kit/listen.ts';
import { readVersion } from '../kit/package.ts';
import { manualText } from '../kit/terminal.ts';
import { FirstMinute } from './cli/first-minute.ts';
import { toSecondsFlag } from './cli/flags.ts';
import { LOG, say } from './cli/start-screen.ts';

const EXAMPLES = [
  'ratetree start',
  'ratetree start --port 8000 --key demo            an address that stays',
  'ratetree start --provider ECB,NBP                ask these banks only',
  'ratetree start --keyless 60                      60 requests a minute, no key',
];

/** Banks publish once a day, each at its own hour. */
const SIX_HOURS = 21_600;

interface StartFlags {
  readonly afterInstall?: true;
  readonly port?: string;
  readonly key?: string;
  readonly keyless?: string;
  readonly licence?: string;
  readonly makeOnly?: true;
  readonly askEvery: number;
}

export function addStart(program: Command): void {
  program
    .command('start')
    .argument('[flags...]', 'passed on to collect, such as --provider ECB')
    .allowUnknownOption()
    .option('--port <number>', 'where it listens (default: PORT, else 8080)')
    .option('--key <key>', 'the key that it accepts (default: RATETREE_DEMO_KEY, else a random one)')
    .option(
      '--keyless <number>',
      'answer so many requests a minute of an address without a key, unless RATETREE_KEYS is set',
    )
    .option('--licence <classes>', 'passed on to generate: leave out sources of other classes')
    .option('--ask-every <seconds>', 'the pause until the banks are asked again', toSecondsFlag, SIX_HOURS)
    .addOption(new Option('--make-only', 'make the first tree, which an image holds, and lose the key').hideHelp())
    .addOption(new Option('--after-install', 'the log already holds what npm and the compiler printed').hideHelp())
    .addHelpText('after', manualText(EXAMPLES))
    .action(async (flags: readonly string[], own: StartFlags) => {
      const { PORT, HOST, RATETREE_DEMO_KEY } = process.env;
      const port = own.port ?? (PORT || '8080');
      await refuseTaken({ host: HOST || '127.0.0.1', port }, '--port or PORT');
      // In the form of `keys add`, which is hidden wherever it stands.
      const key = own.key ?? (RATETREE_DEMO_KEY || `rt_${randomBytes(32).toString('base64url')}`);
      makeFolder(dirname(LOG));
      if (own.afterInstall !== true) writeFileSync(LOG, '');
      say(own.afterInstall === true ? installedText(readFileSync(LOG, 'utf8')) : hereText());
      const generating = own.licence === undefined ? [] : ['--licence', own.licence];
      const { askEvery } = own;
      const minute = new FirstMinute({ port, key, keyless: toKeyless(own.keyless), generating, askEvery });
      await (own.makeOnly === true ? minute.makeOnly() : minute.run(flags));
    });
}

/** Requests a minute of an address without a key; null if each needs one, as those of a gateway with a key file do. */
function toKeyless(flag: string | undefined): string | null {
  const { RATETREE_KEYS, RATETREE_KEYLESS_PER_MINUTE } = process.env;
  return RATETREE_KEYLESS_PER_MINUTE || (RATETREE_KEYS ? null : (flag ?? null));
}

/** @param log of the installation: npm says there how many packages it added, unless it was not needed */
function installedText(log: string): string {
  const added = /^added (\d+) packages/m.exec(log)?.[1];
  const installed = added === undefined ? 'the packages were already installed' : `${added} packages are installed`;
  return `Ratetree ${readVersion()}: ${installed}, and the program is compiled. Details are in ${LOG}.`;
}

function hereText(): string {
  return `Ratetree ${readVersion()} works in the folder ${process.cwd()}. Details are in ${LOG}.`;
}
