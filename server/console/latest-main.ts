#!/usr/bin/env node
/** `ratetree latest` as a process. */
import { run } from '../cli/program.ts';
import { latestCommand } from './latest.ts';

await run(latestCommand());
