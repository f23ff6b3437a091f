/**
 * The service worker: it passes every request on to the host, stores what came back, and answers from the store only
 * when the host gives no answer. So a figure is never older than the network allows, and a stored one says so.
 */
interface WorkerEvent extends Event {
  waitUntil(work: Promise<unknown>): void;
}

interface FetchEvent extends WorkerEvent {
  readonly request: Request;
  respondWith(response: Promise<Response>): void;
}

interface Worker {
  readonly location: Location;
  addEventListener(type: 'install' | 'activate', listener: (event: WorkerEvent) => void): void;
  addEventListener(type: 'fetch', listener: (event: FetchEvent) => void): void;
  skipWaiting(): Promise<void>;
  readonly clients: { claim(): Promise<void> };
}

/** Filled in by the build with the names of all files of the page. */
declare const PAGE_FILES: readonly string[];

const PAGE = 'ratetree-page';
const DATA = 'ratetree-data';
/** Enough for some weeks of looking; the oldest are dropped. */
const DATA_ENTRIES_MAX = 300;
const worker = self as unknown as Worker;

worker.addEventListener('install', (event) => {
  event.waitUntil(install());
  void worker.skipWaiting();
});
worker.addEventListener('activate', (event) => event.waitUntil(worker.clients.claim()));
worker.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin } = new URL(request.url);
  if (origin === worker.location.origin && request.method === 'GET') event.respondWith(answer(request, event));
});

/** Not every host shows the page at the address of its folder. */
async function install(): Promise<void> {
  const page = await caches.open(PAGE);
  await Promise.all([page.addAll([...PAGE_FILES]), page.add('./').catch(() => {})]);
}

async function answer(request: Request, event: FetchEvent): Promise<Response> {
  const isData = /\/(?:v1|proof|objects|log)\//.test(new URL(request.url).pathname);
  try {
    const response = await fetch(request);
    if (response.ok) event.waitUntil(store(request, response.clone(), isData));
    return response;
  } catch (error) {
    const stored = await (await caches.open(isData ? DATA : PAGE)).match(request, { ignoreVary: true });
    if (stored === undefined) throw error;
    return stored;
  }
}

async function store(request: Request, response: Response, isData: boolean): Promise<void> {
  const cache = await caches.open(isData ? DATA : PAGE);
  if (!isData) return cache.put(request, response);
  const headers = new Headers(response.headers);
  headers.set('ratetree-stored', new Date().toISOString().slice(0, 16).replace('T', ' '));
  await cache.put(request, new Response(await response.blob(), { status: response.status, headers }));
  const keys = await cache.keys();
  await Promise.all(keys.slice(0, -DATA_ENTRIES_MAX).map((key) => cache.delete(key)));
}
