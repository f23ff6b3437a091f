/** The program of Cloudflare Workers, and of workerd, which runs it anywhere. */
import type { Bindings } from './bindings.ts';
import { type Context, createEdge, type Edge } from './edge.ts';

/** One for each instance, made at its first request, because only requests bring the bindings. */
let edge: Edge | null = null;

export default {
  fetch(request: Request, bindings: Bindings, context: Context): Promise<Response> {
    edge ??= createEdge(bindings);
    return edge(request, context);
  },
};
