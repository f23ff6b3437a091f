#!/usr/bin/env node
/** The command line: each command reads its flags, does one thing by calling it, and says what came of it. */
import { join } from 'node:path';
import { Command } from 'commander';
import { addCheck } from './commands/check.ts';
import { addCollect } from './commands/collect.ts';
import { addGenerate } from './commands/generate.ts';
import { addNightly } from './commands/nightly.ts';
import { addKeygen, addPublish, addRollback } from './commands/publish.ts';
import { addQuarantine } from './commands/quarantine.ts';
import { addStatus } from './commands/status.ts';
import { addVerify } from './commands/verify.ts';
import { readVersion } from './kit/package.ts';

const program = new Command('ratetree')
  .description('Exchange rates of central banks: published figures → archive → a tree of files → answers')
  .version(readVersion())
  .showHelpAfterError();

addCollect(program);
addGenerate(program);
addCheck(program);
addPublish(program);
addRollback(program);
addNightly(program);
addVerify(program);
addStatus(program);
addQuarantine(program);
addKeygen(program);
program.command('serve', 'answer requests from a tree (settings: environment, see README)', {
  executableFile: join('..', 'server', 'main.js'),
});
program.command('keys', 'add, list and disable API keys', {
  executableFile: join('..', 'server', 'keys', 'keys-main.js'),
});

try {
  await program.parseAsync();
} catch (error) {
  console.error(`ratetree: ${error instanceof Error ? error.message : error}`);
  process.exitCode = 1;
}
