/** The Dockerfile as instructions, which are carried out in folders of this machine, because no engine builds here. */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
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

/** The folder of an image on this machine: `/app` in the image is `<root>/app` here. */
interface Stage {
  readonly root: string;
  workdir: string;
  readonly env: Record<string, string>;
}

export class Ran extends Error {}

/**
 * Carries out every instruction below `folder`.
 * @returns the root of the last stage and its environment
 * @throws Ran with what was printed, if a command of a RUN fails
 */
export function buildImage(folder: string): { readonly root: string; readonly env: Readonly<Record<string, string>> } {
  const stages = new Map<string, Stage>();
  let stage: Stage = { root: '', workdir: '/', env: {} };
  for (const { name, text } of readDockerfile()) {
    if (name === 'FROM') {
      const label = / AS (\w+)$/.exec(text)?.[1] ?? 'image';
      stage = { root: join(folder, label), workdir: '/', env: {} };
      stages.set(label, stage);
    } else if (name === 'WORKDIR') {
      stage.workdir = text;
      mkdirSync(join(stage.root, text), { recursive: true });
    } else if (name === 'ENV') {
      for (const [, key = '', value = ''] of text.matchAll(/(\w+)=(\S+)/g)) stage.env[key] = value;
    } else if (name === 'COPY') {
      copy(stage, stages, text);
    } else if (name === 'RUN') {
      run(stage, text);
    }
  }
  return { root: stage.root, env: stage.env };
}

function copy(stage: Stage, stages: ReadonlyMap<string, Stage>, text: string): void {
  const words = text.split(' ');
  const [, from] = /--from=(\w+)/.exec(text) ?? [];
  const paths = words.filter((word) => !word.startsWith('--'));
  const to = inStage(stage, paths.pop() ?? '');
  const source = from === undefined ? packageRoot() : (stages.get(from)?.root ?? '');
  const isWanted = from === undefined ? isInContext() : () => true;
  for (const path of paths) {
    // A file goes into the folder; of a folder it is the content.
    const target = from === undefined && path !== '.' ? join(to, path) : to;
    cpSync(join(source, path), target, { recursive: true, verbatimSymlinks: true, filter: isWanted });
  }
}

const inStage = ({ root, workdir }: Stage, path: string) =>
  join(root, path.startsWith('/') ? path : join(workdir, path));

/** What .dockerignore leaves in the context: `*` stands for no `/`, and a leading `**` for any folders. */
function isInContext(): (path: string) => boolean {
  const patterns = readFileSync(join(packageRoot(), '.dockerignore'), 'utf8').trim().split('\n');
  const ignored = patterns.map((pattern) => {
    const text = pattern
      .replaceAll('.', '\\.')
      .replaceAll('**/', '(.+/)?')
      .replaceAll(/(?<!\))\*/g, '[^/]*');
    return new RegExp(`^${text}$`);
  });
  return (path) => !ignored.some((pattern) => pattern.test(relative(packageRoot(), path)));
}

/** The folders of the image that its commands name. */
const PLACES = /(?<=^|[\s"'=])\/(?=(?:src|app|work)\b)/g;

function run(stage: Stage, text: string): void {
  const { status, stdout, stderr } = spawnSync('sh', ['-e', '-c', text.replaceAll(PLACES, `${stage.root}/`)], {
    cwd: inStage(stage, '.'),
    env: { ...process.env, ...stage.env, npm_config_prefer_offline: 'true' },
    encoding: 'utf8',
    timeout: 300_000,
  });
  if (status !== 0) throw new Ran(`${text}\n${stdout}${stderr}`);
}
