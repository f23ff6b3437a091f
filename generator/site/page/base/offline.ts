/** What the page does without a network: it is stored after the first visit, and says that its figures are. */

/** The worker names its stores so; see worker.ts. */
const STORES = ['ratetree-page', 'ratetree-data'] as const;

/** A browser offers workers on https and on this machine only. Elsewhere the page works as long as the host does. */
export function offerOffline(): void {
  if (!('serviceWorker' in navigator)) return;
  const register = () => void navigator.serviceWorker.register('explorer-worker.js').catch(() => {});
  if (document.readyState === 'complete') register();
  else addEventListener('load', register);
}

/** @param storedAt when the copy was stored from which the page reads; null if it reads answers */
export function offlineText(storedAt: string | null): string {
  if (storedAt !== null) return `You are offline. These are the figures of your last visit, stored ${storedAt} (UTC).`;
  return navigator.onLine ? '' : 'You are offline. What was not opened before cannot be shown now.';
}

export async function forgetStored(): Promise<void> {
  if ('caches' in globalThis) await Promise.all(STORES.map((name) => caches.delete(name)));
}
