#!/usr/bin/env node
/** `ratetree rate` as a process. */
import { run } from '../cli/program.ts';
import { rateCommand } from './rate.ts';

await run(rateCommand());
