import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { BrowserContextOptions, Locator, Page } from 'playwright-core';
import { openChromium, type RealBrowser } from './chromium.js';

const script = new URL('../../../../libs/elements/dist/elements.js', import.meta.url);

const html = `<!doctype html><html lang="en"><title>An application</title><link rel="icon" href="data:,"><meta name="viewport" content="width=device-width">
<script type="module" src="/elements.js"></script><main id="main"></main></html>`;

/** What a strict application would have: no styles or scripts in its pages. */
const policyFor = (api: string) =>
  `default-src 'none'; script-src 'self'; style-src 'self'; connect-src ${api}; img-src data:`;

async function serve(api: string, elements: string | Buffer): Promise<Server> {
  const server = createServer(({ url }, response) => {
    const isScript = url === '/elements.js';
    response.setHeader('content-type', `text/${isScript ? 'javascript' : 'html'}; charset=utf-8`);
    response.setHeader('content-security-policy', policyFor(api));
    response.end(isScript ? elements : html);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

export interface Shown {
  attributes?: Record<string, string>;
  properties?: Record<string, unknown>;
  /** Inside the shadow root of an element of the page. */
  nested?: boolean;
}

interface ElementsWindow {
  fired: { type: string; detail: Record<string, unknown> }[];
}

const events = ['slot-selected', 'no-slots', 'hold-placed', 'hold-refused', 'booked', 'kalends-error', 'token-expired', 'rule-saved', 'week-changed', 'event-selected', 'period-selected', 'zone-changed', 'connect']; // prettier-ignore

/** A page of an application with our own Elements, at an origin of its own and under a strict policy. */
export class OwnElementsPage {
  /** Requests to the API: method, path without query, status. */
  readonly answered: string[] = [];
  /** What the browser's console has as errors. */
  readonly complaints: string[] = [];

  private added = 0;

  private constructor(
    private readonly server: Server,
    private readonly browser: RealBrowser,
    readonly api: string,
  ) {
    const { page } = browser;
    // a browser reports each 4xx as an error of its own
    page.on('console', (message) => {
      if (message.type() === 'error' && !message.text().includes('the server responded'))
        this.complaints.push(message.text());
    });
    page.on('pageerror', (error) => void this.complaints.push(error.message));
    page.on('response', (response) => {
      const { origin, pathname } = new URL(response.url());
      if (origin === api && response.request().method() !== 'OPTIONS')
        this.answered.push(`${response.request().method()} ${pathname} ${response.status()}`);
    });
  }

  /** `code`: the script of the page; without it, that of the Elements alone. */
  static async open(api: string, options: BrowserContextOptions = {}, code?: string): Promise<OwnElementsPage> {
    const server = await serve(api, code ?? (await readFile(script)));
    const context = { locale: 'en-GB', timezoneId: 'Etc/UTC', ...options };
    return new OwnElementsPage(server, await openChromium({ width: 1000, height: 900 }, context), api);
  }

  get page(): Page {
    return this.browser.page;
  }

  get origin(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async load(): Promise<void> {
    await this.page.goto(this.origin);
    this.answered.length = 0;
    this.complaints.length = 0;
    await this.page.evaluate(`fired = []; for (const type of ${JSON.stringify(events)})
      addEventListener(type, ({ detail }) => void fired.push({ type, detail }))`);
    await this.page.waitForFunction(`customElements.get('kalends-slot-picker') !== undefined`);
  }

  /** Adds an Element to the page that is loaded. */
  async add(name: string, { attributes = {}, properties = {}, nested = false }: Shown = {}): Promise<Locator> {
    const id = `element-${++this.added}`;
    const given = { id, api: this.api, ...attributes };
    await this.page.evaluate(`{
      const element = document.createElement(${JSON.stringify(name)});
      for (const [name, value] of Object.entries(${JSON.stringify(given)})) element.setAttribute(name, value);
      Object.assign(element, ${JSON.stringify(properties)});
      const host = document.createElement('div');
      document.getElementById('main').append(host);
      (${nested} ? host.attachShadow({ mode: 'open' }) : host).append(element);
    }`);
    return this.page.locator(`#${id}`);
  }

  /** Loads the page again, with one Element. */
  async show(name: string, shown: Shown = {}): Promise<Locator> {
    await this.load();
    return this.add(name, shown);
  }

  /** What the first event of a type had, once it was fired. */
  async fired<T = Record<string, unknown>>(type: string): Promise<T> {
    const find = (wanted: string) =>
      (globalThis as unknown as ElementsWindow).fired.find((one) => one.type === wanted)?.detail;
    return (await (await this.page.waitForFunction(find, type)).jsonValue()) as T;
  }

  async close(): Promise<void> {
    await this.browser.close();
    this.server.close();
  }
}
