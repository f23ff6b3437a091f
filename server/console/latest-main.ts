#!/usr/bin/env node
import { latestCommand } from './latest.ts';
/** `ratetree latest` as a process. */
import { run } from './program.ts';

await run(latestCommand());
