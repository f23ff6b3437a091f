/** Makes the package as `npm publish` would, and installs it into an empty folder as a person would. */
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join, relative } from 'node:path';
import { packageRoot } from '../../../generator/kit/package.ts';

/** What git ignores: a package is made from the rest. */
const IGNORED = ['.git', 'node_modules', 'build', 'dist', '.ratetree'];

export interface Packed {
  readonly tarball: string;
  readonly files: readonly string[];
}

/**
 * Packs a copy of the checkout, because `prepack` deletes `build/` and compiles anew, and somebody may be using it.
 * @param folder an empty one, for the copy and the tarball
 */
export function pack(folder: string): Packed {
  const copy = join(folder, 'checkout');
  const isWanted = (path: string) => !IGNORED.includes(relative(packageRoot(), path));
  cpSync(packageRoot(), copy, { recursive: true, filter: isWanted });
  symlinkSync(join(packageRoot(), 'node_modules'), join(copy, 'node_modules'));
  const { stdout, stderr, status } = npm(copy, 'pack', '--json', '--pack-destination', folder);
  if (status !== 0) throw new Error(`npm pack failed: ${stderr}`);
  // What the build prints comes before the list.
  const [packed] = JSON.parse(stdout.slice(stdout.indexOf('[\n'))) as [
    { filename: string; files: readonly { path: string }[] },
  ];
  return {
    tarball: join(folder, packed.filename),
    files: packed.files.map(({ path }) => path),
  };
}

export interface Installed {
  /** Ours and all that it depends on, by their folders. */
  readonly packages: Readonly<Record<string, { readonly hasInstallScript?: boolean }>>;
}

/**
 * @param folder where it is installed; it is made
 * @returns null where no registry can be reached that has what the package depends on
 */
export function install(tarball: string, folder: string): Installed | null {
  mkdirSync(folder, { recursive: true });
  // Without a prefix npm would install into the next folder above that has a package.json.
  const { status, stderr } = npm(
    folder,
    'install',
    '--prefix',
    folder,
    '--prefer-offline',
    '--no-audit',
    '--no-fund',
    tarball,
  );
  if (status !== 0 && NOT_REACHED.test(stderr)) return null;
  if (status !== 0) throw new Error(`npm install failed: ${stderr}`);
  const lock = JSON.parse(readFileSync(join(folder, 'node_modules', '.package-lock.json'), 'utf8')) as {
    readonly packages: Installed['packages'];
  };
  if (!existsSync(join(folder, 'node_modules', '.bin', 'ratetree'))) throw new Error(`no ratetree in ${folder}`);
  return { packages: lock.packages };
}

/** npm's words for a registry that does not answer. */
export const NOT_REACHED =
  /code (ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|ENOTCACHED|E50\d)\b/;

function npm(folder: string, ...parameters: readonly string[]) {
  return spawnSync('npm', parameters, { cwd: folder, encoding: 'utf8', timeout: 300_000, maxBuffer: 64 * 1024 ** 2 });
}
