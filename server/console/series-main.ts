#!/usr/bin/env node
/** `ratetree series` as a process. */
import { run } from '../cli/program.ts';
import { seriesCommand } from './series.ts';

await run(seriesCommand());
