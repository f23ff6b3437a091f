/** scripts/deploy/bucket/policy.json gives everybody what the code says that readers need, and nothing else. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { packageRoot } from '../../generator/kit/package.ts';
import { PAGE, STABLE_PREFIXES } from '../../generator/wire/answers/page.ts';
import { LOG, OBJECTS, POINTER_COPIES } from '../../generator/wire/release/keys.ts';
import { POINTER_KEY } from '../../generator/wire/release/pointer.ts';

const FOLDER = 'arn:aws:s3:::rates/public/';

it('the policy names the stable addresses of the code, and what readers of the pointer and of releases need', () => {
  const text = readFileSync(join(packageRoot(), 'scripts', 'deploy', 'bucket', 'policy.json'), 'utf8');
  const [{ Effect, Action, Resource }, ...more] = JSON.parse(text).Statement;
  expect([Effect, Action, more]).toEqual(['Allow', 's3:GetObject', []]);
  const stable = STABLE_PREFIXES.map((prefix) => (prefix === PAGE ? prefix : `${prefix}*`));
  const needed = [POINTER_KEY, `${OBJECTS}*`, `${LOG}*`, `${POINTER_COPIES}*`];
  expect(Resource).toEqual([...stable, ...needed].map((key) => `${FOLDER}${key}`));
});
