/** The first process of a gateway with several workers: has the operators' port, and answers no requests itself. */
import type { Config } from './config.ts';
import { closeListener } from './http/listener.ts';
import { ADMIN_GRACE_MS, listen, onStop, say, sayWhere } from './listen.ts';
import { createAdmin } from './watch/admin.ts';
import { Crew } from './workers/crew.ts';

/** Resolves when all workers listen. */
export async function lead({ workers, host, adminHost, adminPort }: Config): Promise<void> {
  const crew = new Crew(say);
  let stopping = false;
  const sources = {
    release: () => crew.report?.release ?? null,
    unreadable: () => crew.report?.unreadable ?? null,
    isStopping: () => stopping,
    metricsText: () => crew.metricsText(),
    before: () => crew.refresh(),
  };
  const admin = adminPort === null ? null : createAdmin(sources);
  onStop(async (signal) => {
    stopping = true;
    say(`${signal}: handed on to ${workers} workers`);
    await crew.stop(signal);
    if (admin !== null) await closeListener(admin, ADMIN_GRACE_MS, 'closed');
    await new Promise((resolve) => process.stdout.write('', resolve));
    // Whatever else would keep it, such as the pause before a worker is replaced, is of no use any more.
    process.exit();
  });
  const { port } = await crew.start(workers);
  const adminAddress = admin && (await listen(admin, adminPort ?? 0, adminHost, 'RATETREE_ADMIN_PORT'));
  sayWhere(`http://${host}:${port}`, adminAddress);
}
