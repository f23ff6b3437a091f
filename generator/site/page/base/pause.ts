/** Long work in slices, between which the browser draws and hears the reader. */

/** Far below the 50 ms from which on a browser calls a task long; a fast processor seldom needs a second slice. */
const SLICE_MS = 10;

declare const scheduler: { yield?(): Promise<void> } | undefined;

/** Ends the task: what follows is done in another one. */
export function pause(): Promise<void> {
  if (typeof scheduler !== 'undefined' && scheduler.yield !== undefined) return scheduler.yield();
  return new Promise((resolve) => setTimeout(resolve));
}

/** As `items.map(make)`, in slices. */
export async function mapInSlices<Item, Made>(
  items: readonly Item[],
  make: (item: Item) => Made,
): Promise<readonly Made[]> {
  const made: Made[] = [];
  let endMs = performance.now() + SLICE_MS;
  for (const item of items) {
    made.push(make(item));
    if (performance.now() < endMs) continue;
    await pause();
    endMs = performance.now() + SLICE_MS;
  }
  return made;
}
