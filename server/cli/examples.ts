/** The part of a command's `--help` that a person can copy. */

/** @param lines of commands, such as `ratetree keys list` */
export function examplesText(lines: readonly string[]): string {
  return `\nExamples:\n${lines.map((line) => `  ${line}`).join('\n')}\n`;
}
