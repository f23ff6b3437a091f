/** A server of the Model Context Protocol over an asker: lists the tools and answers calls. */
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { CallToolRequestSchema, type CallToolResult, ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { StoreDown } from '../../../generator/wire/release/served-tree.ts';
import { InputError } from '../../../generator/wire/words/input-error.ts';
import { type Asker, ServiceRefused } from '../ask/answers.ts';

import { TOOLS, toParameters } from './tools.ts';

const INSTRUCTIONS = `Exchange rates of central banks, with exact figures. A rate is the amount of the currency that one
unit of the base is worth. Each answer names the provider and the date of the fixing; say both when you give a figure.
GLOBAL is derived from the banks, is no benchmark, and is endorsed by no bank. Copy figures digit for digit: do not
calculate with them, ask convert. provenance says where a figure comes from.`;

interface AnsweringOptions {
  readonly asker: Asker;
  readonly version: string;
  readonly nowMs: () => number;
}

export function toServer({ asker, version, nowMs }: AnsweringOptions): Server {
  const server = new Server({ name: 'ratetree', version }, { capabilities: { tools: {} }, instructions: INSTRUCTIONS });
  server.setRequestHandler(ListToolsRequestSchema, () => ({
    tools: TOOLS.map(({ name, description, schema }) => ({
      name,
      description,
      inputSchema: { ...schema, required: [...schema.required] },
      annotations: { readOnlyHint: true, idempotentHint: true, openWorldHint: false },
    })),
  }));
  server.setRequestHandler(CallToolRequestSchema, async ({ params }) => {
    try {
      return said(...(await call(asker, params.name, params.arguments ?? {}, nowMs())));
    } catch (error) {
      return { ...said(toWords(error)), isError: true };
    }
  });
  return server;
}

async function call(
  asker: Asker,
  name: string,
  sent: Readonly<Record<string, unknown>>,
  nowMs: number,
): Promise<readonly string[]> {
  const tool = TOOLS.find((one) => one.name === name);
  if (tool === undefined)
    throw new InputError(
      `there is no tool ${JSON.stringify(name)}; the tools are ${TOOLS.map((one) => one.name).join(', ')}`,
    );
  return await tool.answer(asker, toParameters(name, tool.schema, sent), nowMs);
}

/** @throws the error itself if it is a bug */
function toWords(error: unknown): string {
  if (error instanceof ServiceRefused) return `${error.message} (${error.code})`;
  if (error instanceof InputError) return error.message;
  if (error instanceof StoreDown) return 'no rates are at hand at the moment; ask again shortly (1503)';
  throw error;
}

function said(...texts: readonly string[]): CallToolResult {
  return { content: texts.map((text) => ({ type: 'text' as const, text })) };
}
