import { describe, expect, it } from 'vitest';
import { isOffline } from '../../generator/commands/cli/start-screen.ts';

const found = async () => ({});
const lost = async () => Promise.reject(new Error('ENOTFOUND'));

describe('a machine is taken to have no network', () => {
  it.each([
    ['if no name can be looked up', true, {}, lost],
    ['if no name is found in two seconds', true, {}, () => new Promise(() => {})],
    ['but not if one is', false, {}, (host: string) => (host.endsWith('.pl') ? found() : lost())],
    ['but not behind a proxy, which looks names up', false, { HTTPS_PROXY: 'http://127.0.0.1:9' }, lost],
    ['nor behind one in small letters', false, { https_proxy: 'http://127.0.0.1:9' }, lost],
  ])('%s', async (_, expected, env, find) => expect(await isOffline(env, find)).toBe(expected));
});
