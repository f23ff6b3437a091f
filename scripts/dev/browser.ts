/** A real Chromium without a screen, Debian's package, driven by its own debugging protocol. */
import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Answer, Wire } from './browser-wire.ts';

const WAIT_MS = 30_000;
const LOOK_MS = 5;
const OPTIONS = [
  '--headless=new',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-dev-shm-usage',
  '--no-first-run',
  '--disable-extensions',
  '--disable-background-networking',
  '--hide-scrollbars',
  '--lang=en-GB',
  // The page must need no other host, and the browser asks none for itself.
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
  '--remote-debugging-port=0',
  // Lists below the address bar, which nobody sees: each window loads two as pages, which takes longer than our own page.
  '--disable-features=WebUIOmniboxPopup,WebUIOmniboxAimPopup',
];

export interface Loaded {
  readonly url: string;
  status: number;
  /** On the wire, headers included. */
  bytes: number;
}

/** One tab, with a store of its own. */
export class Tab {
  /** What the console says of errors, of violations of the policy and of exceptions. */
  readonly complaints: string[] = [];
  readonly loaded = new Map<string, Loaded>();

  constructor(
    readonly wire: Wire,
    readonly session: string,
    readonly context: string,
  ) {
    wire.listen((method, params, from) => from === session && this.#hear(method, params));
  }

  send(method: string, params: Answer = {}): Promise<Answer> {
    return this.wire.send(method, params, this.session);
  }

  async open(url: string): Promise<void> {
    await this.send('Page.navigate', { url });
    await this.settled();
  }

  /** Waits until the view has been drawn. */
  settled(): Promise<void> {
    return this.until(
      `document.readyState === 'complete' && document.querySelector('main') && !document.querySelector('[aria-busy]')`,
    );
  }

  /** The page itself looks again and again, and its successor is asked anew when another page takes its place. */
  async until(expression: string): Promise<void> {
    const isTrue = `(() => { try { return Boolean(${expression}); } catch { return false; } })()`;
    const look = `const look = () => ${isTrue} ? resolve(true) : setTimeout(look, ${LOOK_MS})`;
    const late = sleep(WAIT_MS, 'late', { ref: false });
    for (;;) {
      const asked = this.evaluate<true>(`new Promise((resolve) => { ${look}; look(); })`);
      const found = await Promise.race([asked.catch(() => sleep(LOOK_MS, false)), late]);
      if (found === true) return;
      if (found === 'late') throw new Error(`this did not come true in the page: ${expression}`);
    }
  }

  /** Forgets the tab and its store. */
  async close(): Promise<void> {
    await this.wire.send('Target.disposeBrowserContext', { browserContextId: this.context });
  }

  async evaluate<Value>(expression: string): Promise<Value> {
    const found = await this.send('Runtime.evaluate', { expression, awaitPromise: true, returnByValue: true });
    const { result, exceptionDetails } = found as { result: { value: Value }; exceptionDetails?: { text: string } };
    if (exceptionDetails !== undefined) throw new Error(`${JSON.stringify(exceptionDetails)} in ${expression}`);
    return result.value;
  }

  /** A picture of what is on the screen, as PNG or WebP, by the end of the file's name. */
  async picture(file: string): Promise<void> {
    const format = file.endsWith('.webp') ? 'webp' : 'png';
    const { data } = await this.send('Page.captureScreenshot', { format });
    writeFileSync(file, Buffer.from(`${data}`, 'base64'));
  }

  async type(text: string): Promise<void> {
    await this.send('Input.insertText', { text });
  }

  async press(key: string, code: string = key): Promise<void> {
    const event = { key, code, windowsVirtualKeyCode: KEYS[key] ?? 0 };
    await this.send('Input.dispatchKeyEvent', {
      type: 'keyDown',
      ...event,
      ...(key === 'Enter' ? { text: '\r' } : {}),
    });
    await this.send('Input.dispatchKeyEvent', { type: 'keyUp', ...event });
  }

  #hear(method: string, params: Answer): void {
    if (method === 'Runtime.exceptionThrown') this.complaints.push(JSON.stringify(params.exceptionDetails));
    if (method === 'Log.entryAdded') {
      const { level, text, url } = params.entry as { level: string; text: string; url?: string };
      if (level === 'error') this.complaints.push(`${text} ${url ?? ''}`);
    }
    if (method === 'Runtime.consoleAPICalled' && params.type === 'error')
      this.complaints.push(JSON.stringify(params.args));
    const id = `${params.requestId}`;
    if (method === 'Network.requestWillBeSent') {
      this.loaded.set(id, { url: (params.request as { url: string }).url, status: 0, bytes: 0 });
    }
    const one = this.loaded.get(id);
    if (one === undefined) return;
    if (method === 'Network.responseReceived') one.status = (params.response as { status: number }).status;
    if (method === 'Network.loadingFinished') one.bytes = params.encodedDataLength as number;
  }
}

const KEYS: Readonly<Record<string, number>> = {
  Tab: 9,
  Enter: 13,
  Home: 36,
  ArrowLeft: 37,
  ArrowUp: 38,
  ArrowRight: 39,
  ArrowDown: 40,
};

export interface Screen {
  readonly width: number;
  readonly height: number;
  readonly mobile?: boolean;
  readonly scheme?: 'light' | 'dark';
}

export interface Browser {
  /** Each tab has storage of its own, as a new visitor has. */
  tab(screen?: Screen): Promise<Tab>;
  stop(): void;
}

/** @param profile an empty folder, in which the browser keeps what it keeps */
export async function startBrowser(profile: string): Promise<Browser> {
  const child = spawn('chromium', [...OPTIONS, `--user-data-dir=${profile}`, 'about:blank'], {
    stdio: ['ignore', 'ignore', 'pipe'],
    detached: true,
  });
  const address = await new Promise<string>((resolve, reject) => {
    let heard = '';
    child.stderr.on('data', (chunk) => {
      heard += chunk;
      const [, found] = /DevTools listening on (ws:\S+)/.exec(heard) ?? [];
      if (found !== undefined) resolve(found);
    });
    child.once('exit', () => reject(new Error(`chromium ended: ${heard}`)));
  });
  const wire = await Wire.open(address);
  return {
    tab: (screen = { width: 1100, height: 800 }) => openTab(wire, screen),
    stop: () => {
      // The browser is many processes, which are one group.
      if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, 'SIGKILL');
    },
  };
}

async function openTab(wire: Wire, { width, height, mobile = false, scheme = 'light' }: Screen): Promise<Tab> {
  const { browserContextId } = await wire.send('Target.createBrowserContext');
  const { targetId } = await wire.send('Target.createTarget', { url: 'about:blank', browserContextId });
  const { sessionId } = await wire.send('Target.attachToTarget', { targetId, flatten: true });
  const tab = new Tab(wire, `${sessionId}`, `${browserContextId}`);
  for (const domain of ['Page', 'Runtime', 'Log', 'Network']) await tab.send(`${domain}.enable`);
  await tab.send('Emulation.setDeviceMetricsOverride', { width, height, mobile, deviceScaleFactor: 1 });
  await tab.send('Emulation.setEmulatedMedia', { features: [{ name: 'prefers-color-scheme', value: scheme }] });
  await tab.send('Emulation.setTimezoneOverride', { timezoneId: 'Europe/Lisbon' });
  return tab;
}
