/** The Dockerfile as instructions. `engine.ts` has it built. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../../generator/kit/package.ts';

export interface Instruction {
  /** `RUN`, `COPY` and so on. */
  readonly name: string;
  readonly text: string;
}

/** The instructions in order, each without its line breaks. */
export function readDockerfile(): readonly Instruction[] {
  const lines = readFileSync(join(packageRoot(), 'Dockerfile'), 'utf8')
    .replaceAll(/^#.*\n/gm, '')
    .replaceAll(/\\\n\s*/g, ' ');
  return lines.split('\n').flatMap((line) => {
    const [, name, text = ''] = /^([A-Z]+) (.*)$/.exec(line) ?? [];
    return name === undefined ? [] : [{ name, text }];
  });
}

/** The words of an instruction in exec form, of which the last one counts. */
export function execForm(name: 'ENTRYPOINT' | 'CMD' | 'HEALTHCHECK'): readonly string[] {
  const text = readDockerfile().findLast((instruction) => instruction.name === name)?.text ?? '';
  return JSON.parse(text.slice(text.indexOf('[')));
}
