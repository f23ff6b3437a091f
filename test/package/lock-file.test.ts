/** package-lock.json: nothing is installed unchecked, on any platform, and no entry names a host. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { packageRoot } from '../../generator/kit/package.ts';

interface Entry {
  readonly integrity?: string;
  readonly resolved?: string;
  readonly link?: boolean;
}

const { packages } = JSON.parse(readFileSync(join(packageRoot(), 'package-lock.json'), 'utf8')) as {
  packages: Record<string, Entry>;
};
const installed = Object.entries(packages).filter(([name, { link }]) => name.includes('node_modules/') && !link);

it('has a SHA-512 of each package', () => {
  expect(installed.length).toBeGreaterThan(400);
  const unchecked = installed.filter(([, { integrity }]) => !/^sha512-[\w+/]{86}==$/.test(integrity ?? ''));
  expect(unchecked.map(([name]) => name)).toEqual([]);
});

it('names no host', () => {
  expect(installed.filter(([, { resolved }]) => resolved !== undefined).map(([name]) => name)).toEqual([]);
});
