/** A client that is made from the OpenAPI document may send every default that it states. */

import { describe, expect, it } from 'vitest';
import { OPERATION_NAMES, parametersOf } from '../../generator/wire/answers/operations.ts';
import { gatewayOver } from '../support/servers/gateway.ts';
import { diskStore } from '../support/servers/stores.ts';
import { writeSmallTree } from '../support/trees/small-tree.ts';

const { ask } = await gatewayOver(diskStore(writeSmallTree()));
const REQUIRED: Readonly<Record<string, string>> = { amount: '100', date: '2026-03-13', from: '2026-03-13' };

describe.each(OPERATION_NAMES)('/v1/%s', (operation) => {
  const parameters = parametersOf(operation);
  const required = parameters.flatMap(({ name, required }) =>
    required ? [[name, REQUIRED[name] ?? '?'] as [string, string]] : [],
  );
  const defaults = parameters.flatMap(({ name, schema }) =>
    'default' in schema ? [[name, `${schema.default}`] as [string, string]] : [],
  );
  const plain = `/v1/${operation}?${new URLSearchParams(required)}`;

  it('answers the same with all of its defaults as without any', async () => {
    expect(defaults.length).toBeGreaterThan(1);
    const whole = await ask(`${plain}&${new URLSearchParams(defaults)}`);
    expect([whole.status, whole.text]).toEqual([200, (await ask(plain)).text]);
  });

  it.each(parameters.some(({ name }) => name === 'provider') ? ['NBU', 'HMRC', 'HNB'] : [])(
    'takes the defaults of the other parameters with the provider %s',
    async (provider) => {
      const day = { NBU: '2026-03-13', HMRC: '2026-02-01', HNB: '2023-01-02' }[provider] ?? '';
      const others = defaults.filter(([name]) => name !== 'provider');
      const own = `${plain.replace('2026-03-13', day)}&provider=${provider}`;
      const { status, text } = await ask(`${own}&${new URLSearchParams(others)}`);
      expect(status, text).toBe(200);
    },
  );
});
