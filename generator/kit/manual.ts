/** What `--help` says besides flags, so that it reads like a manual. */
import { EXIT_CODES } from '../wire/words/exit.ts';

/**
 * @param examples lines that a person can use as they are
 * @param ending what the exit codes mean, below a heading
 */
export function manualText(examples: readonly string[], ending = EXIT_CODES): string {
  return `\nExamples:\n${examples.map((line) => `  ${line}`).join('\n')}\n${ending}`;
}
