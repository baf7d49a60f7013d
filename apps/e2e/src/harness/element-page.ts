import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { openChromium, type RealBrowser } from './chromium.js';

/** What an Element reports to its page. */
export interface Notified {
  notification: { type: string; [name: string]: unknown };
  [name: string]: unknown;
}

type Elements = Record<string, (options: object) => false | { update(options: object): void }>;
interface ElementWindow {
  CronofyElements: Elements;
  notified: Notified[];
}

const html = `<!doctype html><html lang="en"><title>An application</title><link rel="icon" href="data:,">
<script src="/elements.js"></script><div id="element"></div></html>`;

const policyFor = (api: string) =>
  `default-src 'none'; script-src 'self'; style-src 'unsafe-inline'; connect-src ${api}; img-src data:; font-src data:`;

/** Serves the unmodified bundle and a page with it, under the policy that an application would have. */
async function serve(api: string): Promise<Server> {
  const bundle = await readFile(createRequire(import.meta.url).resolve('cronofy-elements'));
  const server = createServer(({ url }, response) => {
    const isScript = url === '/elements.js';
    response.setHeader('content-type', `text/${isScript ? 'javascript' : 'html'}; charset=utf-8`);
    response.setHeader('content-security-policy', policyFor(api));
    response.end(isScript ? bundle : html);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

/** A page of an application, at an origin of its own, that shows one Element of the hosted service at a time. */
export class ElementPage {
  /** Requests to the API: method, path without query, status. */
  readonly answered: string[] = [];
  /** What the browser's console has as errors. */
  readonly complaints: string[] = [];

  private constructor(
    private readonly server: Server,
    private readonly browser: RealBrowser,
    private readonly api: string,
  ) {
    const { page } = browser;
    page.on('console', (message) => void (message.type() === 'error' && this.complaints.push(message.text())));
    page.on('pageerror', (error) => void this.complaints.push(error.message));
    page.on('response', (response) => {
      const { origin, pathname } = new URL(response.url());
      if (origin === api) this.answered.push(`${response.request().method()} ${pathname} ${response.status()}`);
    });
  }

  static async open(api: string): Promise<ElementPage> {
    const server = await serve(api);
    const context = { locale: 'en-GB', timezoneId: 'Etc/UTC' };
    return new ElementPage(server, await openChromium({ width: 1000, height: 900 }, context), api);
  }

  get page(): Page {
    return this.browser.page;
  }

  get origin(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** Loads the page again and shows an Element there. */
  async show(name: string, options: object): Promise<void> {
    await this.page.goto(this.origin);
    this.answered.length = 0;
    this.complaints.length = 0;
    const shown = await this.page.evaluate(
      ([element, given]) => {
        const here = globalThis as unknown as ElementWindow;
        here.notified = [];
        const callback = (one: Notified) => void here.notified.push(one);
        return here.CronofyElements[element]!({ ...given, target_id: 'element', callback }) !== false;
      },
      [name, { api_domain: this.api, app_domain: this.api, tzid: 'Etc/UTC', ...options }] as const,
    );
    if (!shown) throw new Error(`${name} does not accept these options`);
  }

  /** The first notification of a type, once there is one. */
  async notified(type: string): Promise<Notified> {
    const find = (wanted: string) =>
      (globalThis as unknown as ElementWindow).notified.find(({ notification }) => notification.type === wanted);
    const found = await this.page.waitForFunction(find, type);
    return (await found.jsonValue()) as Notified;
  }

  async close(): Promise<void> {
    await this.browser.close();
    this.server.close();
  }
}
