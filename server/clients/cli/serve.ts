/** `ratetree serve` on the command line. Its settings are variables, as schedulers give them. */
import type { Command } from 'commander';
import { manualText, tellFailure } from '../../../generator/kit/terminal.ts';
import { parseConfig } from '../../config.ts';
import { serve } from '../../serve.ts';

const EXAMPLES = [
  'RATETREE_ORIGIN=dist RATETREE_KEYS=keys.json ratetree serve',
  'RATETREE_ORIGIN=releases ratetree serve --port 8000 --key demo',
];

const ENDING = `
Environment variables (docs/operate.md lists all of them):
  RATETREE_ORIGIN       the tree or the releases: a folder, an http(s)://
                        address, or s3://BUCKET/PREFIX
  RATETREE_PUBLIC_KEYS  serve only releases that one of these keys has signed
  RATETREE_KEYS         the key file of "ratetree keys"
`;

export function addServe(program: Command): void {
  program
    .command('serve')
    .description('answer requests from a tree, or from the release in force')
    .option('--port <number>', 'where it listens (default: PORT, else 8080)')
    .option('--key <key>', 'a key without limits, which others on this machine can see (default: RATETREE_DEMO_KEY)')
    .addHelpText('after', manualText(EXAMPLES, ENDING))
    .action(async ({ port, key }: { readonly port?: string; readonly key?: string }) => {
      const { PORT, RATETREE_DEMO_KEY } = process.env;
      const env = { ...process.env, PORT: port ?? PORT, RATETREE_DEMO_KEY: key ?? RATETREE_DEMO_KEY };
      try {
        await serve(parseConfig(env));
      } catch (error) {
        // Timers and sockets that are open already would keep alive a process that could not begin.
        process.exit(tellFailure(error));
      }
    });
}
