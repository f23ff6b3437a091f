#!/usr/bin/env node
/** `ratetree why` as a process. */
import { run } from '../cli/program.ts';
import { whyCommand } from './why.ts';

await run(whyCommand());
