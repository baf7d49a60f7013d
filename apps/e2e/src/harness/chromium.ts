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

const browsers = new Map<string, Promise<Browser>>();

/** One process for all tests of a worker; Playwright ends it when the worker exits. `without`: of Playwright's own arguments. */
function launch(without: string[] = []): Promise<Browser> {
  const known = browsers.get(without.join());
  if (known) return known;
  const browser = chromium.launch({
    executablePath: executable!,
    headless: true,
    ignoreDefaultArgs: without,
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
  browsers.set(without.join(), browser);
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

/** The same, which shows a page again as it was after Back, as Chromium does for people. */
export async function openKeepingChromium(viewport: { width: number; height: number }): Promise<RealBrowser> {
  const context = await (await launch(['--disable-back-forward-cache'])).newContext({ viewport, locale: 'en-US' });
  return { page: await context.newPage(), context, close: () => context.close() };
}
