#!/usr/bin/env node
/** `ratetree export` as a process. */
import { run } from '../cli/program.ts';
import { exportCommand } from './export.ts';

await run(exportCommand());
