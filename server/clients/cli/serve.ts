/** `ratetree serve` on the command line. Its settings are variables, as schedulers give them. */
import type { Command } from 'commander';
import { manualText, tellFailure } from '../../../generator/kit/terminal.ts';
import { parseConfig } from '../../config.ts';
import { serve } from '../../serve.ts';

const EXAMPLES = [
  'RATETREE_ORIGIN=dist RATETREE_KEYS=keys.json ratetree serve',
  'RATETREE_ORIGIN=releases RATETREE_DEMO_KEY=demo ratetree serve',
];

const ENDING = `
Environment variables (docs/operate.md lists all of them):
  RATETREE_ORIGIN       the tree or the releases: a folder, an http(s)://
                        address, or s3://BUCKET/PREFIX
  RATETREE_PUBLIC_KEYS  serve only releases that one of these keys has signed
  RATETREE_KEYS         the key file of "ratetree keys"; instead or as well:
  RATETREE_DEMO_KEY     a key without limits
  RATETREE_KEYLESS_PER_MINUTE
                        requests without a key from one client address
  HOST, PORT            where it listens: 127.0.0.1, 8080
  RATETREE_ADMIN_HOST, RATETREE_ADMIN_PORT
                        for /healthz and /metrics: 127.0.0.1, 9090
`;

export function addServe(program: Command): void {
  program
    .command('serve')
    .description('answer requests from a tree, or from the release in force')
    .addHelpText('after', manualText(EXAMPLES, ENDING))
    .action(async () => {
      // Timers and sockets that are open already would keep alive a process that could not begin.
      await serve(parseConfig(process.env)).catch((error: unknown) => process.exit(tellFailure(error)));
    });
}
