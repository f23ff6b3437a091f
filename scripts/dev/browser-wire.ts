/** The debugging protocol of Chromium over a WebSocket. */
import { WebSocket } from 'undici';

export type Answer = Readonly<Record<string, unknown>>;

/** The wire to the browser: commands with answers, and events. */
export class Wire {
  readonly #socket: WebSocket;
  readonly #waiting = new Map<number, { resolve: (answer: Answer) => void; reject: (error: Error) => void }>();
  readonly #listeners: ((method: string, params: Answer, session: string) => void)[] = [];
  #last = 0;

  private constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.addEventListener('message', ({ data }) => this.#hear(JSON.parse(`${data}`)));
  }

  static async open(address: string): Promise<Wire> {
    const socket = new WebSocket(address);
    await new Promise((resolve, reject) => {
      socket.addEventListener('open', resolve);
      socket.addEventListener('error', () => reject(new Error(`no browser at ${address}`)));
    });
    return new Wire(socket);
  }

  send(method: string, params: Answer = {}, sessionId?: string): Promise<Answer> {
    const id = ++this.#last;
    this.#socket.send(JSON.stringify({ id, method, params, ...(sessionId === undefined ? {} : { sessionId }) }));
    return new Promise((resolve, reject) => this.#waiting.set(id, { resolve, reject }));
  }

  listen(listener: (method: string, params: Answer, session: string) => void): void {
    this.#listeners.push(listener);
  }

  #hear(message: {
    id?: number;
    method?: string;
    params?: Answer;
    result?: Answer;
    error?: { message: string };
    sessionId?: string;
  }) {
    if (message.id === undefined) {
      for (const hear of this.#listeners) hear(message.method ?? '', message.params ?? {}, message.sessionId ?? '');
      return;
    }
    const waiting = this.#waiting.get(message.id);
    this.#waiting.delete(message.id);
    if (message.error !== undefined) waiting?.reject(new Error(message.error.message));
    else waiting?.resolve(message.result ?? {});
  }
}
