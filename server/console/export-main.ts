#!/usr/bin/env node
import { exportCommand } from './export.ts';
/** `ratetree export` as a process. */
import { run } from './program.ts';

await run(exportCommand());
