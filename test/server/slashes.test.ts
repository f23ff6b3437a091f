/** One slash at the end of a path and doubled slashes in it are the same address, and open no other one. */

import { describe, expect, it } from 'vitest';
import { toTarget } from '../../server/request/query/target.ts';
import { readExamples } from '../support/kit/examples.ts';
import { DEMO_KEY, gatewayOver } from '../support/servers/gateway.ts';
import { diskStore } from '../support/servers/stores.ts';
import { writeSmallTree } from '../support/trees/small-tree.ts';

const store = diskStore(writeSmallTree());
const { ask } = await gatewayOver(store);

/** An address of each kind that the gateway has. */
const ADDRESSES = readExamples('server/answers/slashes.txt', 'addresses').flat();

/** The path with each of its slashes doubled in turn, with one at its end, and with all of that at once. */
function spellings(url: string): readonly string[] {
  const [path = '', query] = url.split('?');
  const places = [...path].flatMap((character, place) => (character === '/' ? [place] : []));
  const doubled = places.map((place) => `${path.slice(0, place)}/${path.slice(place)}`);
  const all = [...doubled, `${path}/`, `${path}//`, `${path.replaceAll('/', '///')}/`];
  return all.map((one) => (query === undefined ? one : `${one}?${query}`));
}

describe('the answer is the same however the slashes are written', () => {
  it.each(ADDRESSES)('%s', async (url) => {
    const asked = url.includes(DEMO_KEY) ? { headers: {} } : {};
    const right = await ask(url, asked);
    // This tree has no figures of the ECB.
    if (!/^\/(?:service|frankfurter\/v1|ratesapi)\//.test(url)) expect(right.status).toBe(200);
    for (const spelling of [...spellings(url), `http://example.org/${url}`]) {
      const { status, text, headers } = await ask(spelling, asked);
      expect([spelling, status, text, headers.etag]).toEqual([spelling, right.status, right.text, right.headers.etag]);
    }
  });

  it('and a dialect refuses in its own words with and without the last slash', async () => {
    for (const root of ['/fixer', '/v2', '/frankfurter', '/oxr/api', '/service/data']) {
      const [one, other] = [await ask(root), await ask(`${root}/`)];
      expect([other.status, other.text]).toEqual([404, one.text]);
      expect(one.text).not.toContain('errorCode');
    }
  });
});

describe('no other address comes of it', () => {
  it.each([
    ...[
      '/v1/%2Flatest',
      '/v1/latest%2F',
      '/v1//../v1/latest',
      '/v1/./latest',
      '/v1/latest/.',
      '/v1\\latest',
      '/v1/latest/x',
    ],
    ...['/key//nobody//nowhere', '/proof//../current.json', '//current.json', '/index//release.json'],
  ])('%s', async (url) => {
    expect((await ask(url)).status).toBe(404);
  });

  it.each([
    ['/', '/', null],
    ['//', '/', null],
    ['', '', null],
    ['/key/KEY', '/', 'KEY'],
    ['//key//KEY//', '/', 'KEY'],
    ['/key//KEY/v1//latest/', '/v1/latest', 'KEY'],
    ['/v6//KEY//latest/USD/', '/v6/-/latest/USD', 'KEY'],
    ['/key//v1/latest', '/v1/latest', null],
    ['/v1/latest?x=a//b/', '/v1/latest', null],
  ])('%s is the path %j', (url, path, pathKey) => {
    expect(toTarget(url)).toMatchObject({ path, pathKey });
  });
});
