/** Gateways that refuse requests: one with keys of every state, one whose store is down, and one with a bug. */

import { toSubscribers } from '../../../server/request/keys/api-keys.ts';
import { writeSmallTree } from '../trees/small-tree.ts';
import { type Asked, DEMO_KEY, downStore, gatewayOver, keyRecord, withReads } from './gateway.ts';
import { diskStore } from './stores.ts';

const RECORDS = [
  keyRecord('narrow', 'narrow-key', { plan: { operations: ['currencies'], requestsPerMinute: null } }),
  keyRecord('off', 'off-key', { enabled: false }),
  keyRecord('old', 'old-key', { expires: '2026-03-13T12:00:00Z' }),
  keyRecord('slow', 'slow-key', { plan: { operations: ['latest'], requestsPerMinute: 1 } }),
];

export const key = (value: string): Asked => ({ headers: { 'subscription-key': value } });

export async function refusingGateways() {
  const store = diskStore(writeSmallTree());
  const subscribers = toSubscribers(RECORDS, DEMO_KEY);
  const gateway = await gatewayOver(store, { subscribers: () => subscribers });
  const broken = await gatewayOver(
    withReads(store, (path, read) => (path.startsWith('v1/latest/') ? Promise.reject(new TypeError('a bug')) : read())),
  );
  return { gateway, cold: await gatewayOver(downStore()), broken };
}
