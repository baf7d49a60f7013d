import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type BrowserContext, type Page } from 'playwright-core';

const places = [
  process.env.KALENDS_TEST_CHROMIUM ?? '',
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

/** A real Chromium with an empty profile, by default with a phone's width and with scripts. */
export async function openChromium(
  viewport = { width: 412, height: 915 },
  { javaScriptEnabled = true } = {},
): Promise<RealBrowser> {
  const profile = await mkdtemp(join(tmpdir(), 'kalends-chromium-'));
  const args = [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ];
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: executable!,
    headless: true,
    args,
    viewport,
    javaScriptEnabled,
  });
  const page = context.pages()[0] ?? (await context.newPage());
  const close = async () => {
    await context.close();
    await rm(profile, { recursive: true, force: true });
  };
  return { page, context, close };
}
