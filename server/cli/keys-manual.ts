/** What `ratetree keys --help` says besides flags: examples of each command, and the exit codes. */
import type { Command } from 'commander';
import { manualText } from '../../generator/kit/manual.ts';

/** command → lines that a person can use as they are; '' is `keys` itself. */
const MANUAL: Readonly<Record<string, readonly string[]>> = {
  '': [
    'ratetree keys add alice                          its key is printed once',
    'ratetree keys list',
    'ratetree keys COMMAND --help                     the flags of a command',
  ],
  add: [
    'ratetree keys add alice',
    'ratetree keys add bob --per-minute 60 --expires 2030-01-01',
    'ratetree keys add bank --unlimited',
    'ratetree keys add till --operations latest,convert --file till.json',
  ],
  list: ['ratetree keys list --file keys.json'],
  disable: ['ratetree keys disable alice'],
  enable: ['ratetree keys enable alice', 'ratetree keys enable bob --expires 2030-01-01'],
  rotate: ['ratetree keys rotate alice                       the old key stops at once'],
  remove: ['ratetree keys remove alice'],
};

const ENDING = `
A running gateway reads the file again when it changes.

Exit codes:
  0  done
  1  something that you gave cannot be used: a name, a flag, or the file
  6  a bug, or a broken machine: the stack is on standard error`;

/** Adds the manual to `ratetree keys` and its commands. */
export function withKeysManual(keys: Command): void {
  for (const command of [keys, ...keys.commands])
    command.addHelpText('after', manualText(MANUAL[command === keys ? '' : command.name()] ?? [], ENDING));
}
