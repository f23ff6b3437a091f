/** A gateway over the embedded tree that notes what it is asked for, and what it answers. */

import { expect } from 'vitest';
import { gatewayOver } from '../support/servers/gateway.ts';
import { startListener } from '../support/servers/raw-requests.ts';
import { diskStore } from '../support/servers/stores.ts';
import { EMBEDDED_NOON_MS, embeddedTree } from '../support/trees/embedded.ts';

/** What GLOBAL, and the ECB, state of the embedded tree's newest fixings. */
export const [EURUSD, USDEUR, DATED, OF_ECB] = [1.1528402571, 0.8674228661, 1.1477500774, 1.1555];
export const EURGBP = 0.8638457825;

export interface AskedGateway {
  readonly base: string;
  /**
   * What the program prints, which must have asked for what begins so, and for nothing else: some clients turn to
   * another service in silence.
   */
  asking(paths: readonly string[], running: () => Promise<string>): Promise<string>;
}

export async function startAsked(): Promise<AskedGateway> {
  const { handler } = await gatewayOver(diskStore(await embeddedTree()), { nowMs: () => EMBEDDED_NOON_MS });
  const asked: string[] = [];
  const noting: typeof handler = (request) => {
    asked.push(request.url);
    return handler(request);
  };
  return {
    base: `http://127.0.0.1:${(await startListener(noting)).port}`,
    async asking(paths, running) {
      asked.splice(0);
      const said = await running();
      expect(asked.map((url, place) => url.slice(0, paths[place]?.length))).toEqual(paths);
      return said;
    },
  };
}
