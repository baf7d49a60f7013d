import { existsSync } from 'node:fs';
import { chromium, type Browser, type BrowserContext, type BrowserContextOptions, type Page } from 'playwright-core';

const places = [
  process.env.KALENDS_TEST_CHROMIUM || '',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
];
const executable = places.find((path) => path !== '' && existsSync(path));

/** Why no real browser can run here; undefined when one can. */
export const missingForChromium = (): string | undefined =>
  executable ? undefined : 'a browser is required: chromium is not installed';

export interface RealBrowser {
  page: Page;
  context: BrowserContext;
  close(): Promise<void>;
}

let browser: Promise<Browser> | undefined;

/** One process for all tests of a worker; Playwright ends it when the worker exits. */
function launch(): Promise<Browser> {
  browser ??= chromium.launch({
    executablePath: executable!,
    headless: true,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
  return browser;
}

/** A real Chromium with an empty profile, by default with a phone's width and with scripts. */
export async function openChromium(
  viewport = { width: 412, height: 915 },
  options: BrowserContextOptions = {},
): Promise<RealBrowser> {
  const context = await (await launch()).newContext({ viewport, locale: 'en-US', ...options });
  return { page: await context.newPage(), context, close: () => context.close() };
}
