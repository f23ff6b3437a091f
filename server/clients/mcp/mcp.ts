/** `ratetree mcp`: answers assistants by the Model Context Protocol, on standard input and output or by HTTP. */
import { once } from 'node:events';
import { type Command, InvalidArgumentError } from 'commander';
import { listen } from '../../../generator/kit/listen.ts';
import { manualText } from '../../../generator/kit/terminal.ts';
import { InputError } from '../../../generator/wire/words/input-error.ts';
import { LiveKeys } from '../../request/keys/live-keys.ts';
import { wholeNumber } from '../../request/query/values.ts';
import type { Asker } from '../ask/answers.ts';
import { ORIGIN_OPTION, say, unlessClosed, withOrigin } from '../cli/program.ts';

interface McpFlags {
  readonly origin?: string;
  readonly http?: number;
  readonly host: string;
}

const POLL_MS = 1000;
const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];
/** That of the interface, as in /v1/. */
const VERSION = '1';

const EXAMPLES = [
  'ratetree mcp --origin dist                an assistant starts this itself',
  'ratetree mcp --http 8081                  for several, at 127.0.0.1:8081/mcp',
  'RATETREE_KEYS=keys.json ratetree mcp --http 8081 --host 0.0.0.0',
];

const ENDING = `
With RATETREE_KEYS, the key file of the gateway, each request by HTTP needs a
key in the header Subscription-Key, whose plan and limit hold. Without it only
this machine is answered.
`;

export function addMcp(program: Command): void {
  program
    .command('mcp')
    .option(...ORIGIN_OPTION)
    .option('--http <port>', 'listen on this port (default: standard input and output)', toPort)
    .option('--host <address>', 'where to listen', '127.0.0.1')
    .addHelpText('after', manualText(EXAMPLES, ENDING))
    .action((flags: McpFlags, command: Command) => {
      if (flags.http === undefined && command.getOptionValueSource('host') === 'cli')
        throw new InputError('--host is where --http listens: add --http, or leave it out');
      return serve(flags);
    });
}

async function serve({ origin, http, host }: McpFlags): Promise<void> {
  const keysFile = http === undefined ? null : process.env.RATETREE_KEYS || null;
  if (http !== undefined && keysFile === null && !isLoopback(host))
    throw new InputError(`--host ${host} is open to others: set RATETREE_KEYS to a key file, or listen on 127.0.0.1`);
  const protocol = await loadProtocol();
  const apiKeys = keysFile === null ? null : new LiveKeys(keysFile, null, say);
  apiKeys?.start(POLL_MS);
  const subscribers = apiKeys === null ? undefined : () => apiKeys.current;
  const use = (asker: Asker) =>
    http === undefined ? answerOne(asker, protocol) : answerHttp(asker, protocol, { http, host, apiKeys });
  await withOrigin(origin, use, { subscribers, pollMs: POLL_MS });
  apiKeys?.stop();
}

/**
 * The protocol's package is an optional peer, because it brings 96 others for this one command. The help needs none.
 * @throws InputError naming the package if it is missing
 */
async function loadProtocol() {
  try {
    const [{ toServer }, overHttp, { StdioServerTransport }] = await Promise.all([
      import('./tools.ts'),
      import('./over-http.ts'),
      import('@modelcontextprotocol/sdk/server/stdio.js'),
    ]);
    const toAnswering = (asker: Asker) => toServer({ asker, version: VERSION, nowMs: Date.now });
    return { ...overHttp, StdioServerTransport, toAnswering };
  } catch (cause) {
    if (!String(cause).includes("'@modelcontextprotocol/sdk'")) throw cause;
    const fix = 'npm install @modelcontextprotocol/sdk';
    throw new InputError(`mcp needs a package that does not come with this program: ${fix}`, { cause });
  }
}

type Protocol = Awaited<ReturnType<typeof loadProtocol>>;

/** Answers the assistant that has started this process. */
async function answerOne(asker: Asker, { toAnswering, StdioServerTransport }: Protocol): Promise<void> {
  const server = toAnswering(asker);
  // A file as standard input ends, and never closes.
  const gone = Promise.race(['end', 'close'].map((event) => once(process.stdin, event)));
  const unread = new Promise((end) => process.stdout.on('error', (error) => end(unlessClosed(error))));
  // Each answer that waits for a slow reader adds a listener.
  process.stdout.setMaxListeners(0);
  // The protocol's package leaves without a word if a message is longer than it reads.
  const cut = new Promise<never>((_, fail) => {
    server.onclose = () => fail(new InputError('standard input holds a message of more than 10 MB'));
  });
  await server.connect(new StdioServerTransport());
  await Promise.race([gone, unread, stopped(), cut]);
  await server.close();
}

interface HttpPlace {
  readonly http: number;
  readonly host: string;
  /** Null when only this machine asks, without a key. */
  readonly apiKeys: LiveKeys | null;
}

async function answerHttp(asker: Asker, protocol: Protocol, { http, host, apiKeys }: HttpPlace): Promise<void> {
  const { createHttp, MCP_PATH, toAnswering } = protocol;
  const listener = createHttp({
    toServer: (key) => toAnswering(apiKeys === null ? asker : { ...asker, ask: (url) => asker.ask(url, key) }),
    hosts: apiKeys === null ? LOOPBACK : null,
    onFault: (error) => say(error instanceof Error ? (error.stack ?? error.message) : `${error}`),
  });
  say(`answers at ${await listen(listener, { host, port: http }, '--http')}${MCP_PATH}`);
  await stopped();
  listener.close();
  listener.closeAllConnections();
}

function isLoopback(host: string): boolean {
  return LOOPBACK.includes(host) || host === '::1';
}

async function stopped(): Promise<void> {
  await Promise.race([once(process, 'SIGTERM'), once(process, 'SIGINT')]);
}

function toPort(text: string): number {
  const port = wholeNumber(0, 65_535).safeParse(text);
  if (!port.success) throw new InvalidArgumentError('It must be a port, 0 to 65535; with 0 the system picks one.');
  return port.data;
}
