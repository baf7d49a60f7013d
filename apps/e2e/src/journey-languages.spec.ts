import { roundsOf, skipFor } from '@kalends/testing';
import { beforeEach, expect, it } from 'vitest';
import { BrowserJourney } from './harness/browser-journey.js';
import { startCallbackServer, type CallbackServer } from './harness/callback-server.js';
import { missingForChromium, openChromium, type RealBrowser } from './harness/chromium.js';
import { e2e } from './harness/kalends.js';

/** The label of the last page's button; the first ones, among them one from right to left, are tried with every change. */
const languages = {
  en: 'Allow',
  de: 'Erlauben',
  ar: 'سماح',
  fr: 'Autoriser',
  es: 'Permitir',
  it: 'Consenti',
  nl: 'Toestaan',
  pt: 'Permitir',
  pl: 'Zezwól',
  ja: '許可する',
} as const;

const locales = (Object.keys(languages) as (keyof typeof languages)[]).slice(
  0,
  roundsOf('KALENDS_LANGUAGES', { usual: 3, nightly: 10 }),
);

const everyScope =
  'create_calendar read_events create_event delete_event change_participation_status event_reminders read_account list_calendars';

e2e('the journey on the narrowest phone', (kalends) => {
  let chromium: RealBrowser;
  let callback: CallbackServer;
  let journey: BrowserJourney;
  beforeEach(async (context) => {
    const missing = missingForChromium();
    if (missing) return skipFor(context, missing);
    chromium = await openChromium({ width: 320, height: 640 });
    callback = await startCallbackServer();
    journey = new BrowserJourney(kalends(), chromium, callback);
    return async () => void (await Promise.all([chromium.close(), callback.close()]));
  });

  it.each(locales)(
    'given locale=%s, then each page is in that language, nothing exceeds the screen’s width, and the application gets its code',
    async (locale) => {
      const { page } = chromium;
      const allow = languages[locale];
      const fits = async (what: string) =>
        expect([what, await page.getAttribute('html', 'lang'), (await journey.overflow()) <= 0]).toEqual([
          what,
          locale,
          true,
        ]);
      const application = await kalends().application([callback.url]);
      const choose = async (provider: string) => {
        await journey.begin(application, { locale, scope: everyScope });
        await fits('the choice');
        await page.locator(`button[value=${provider}]`).click();
      };
      for (const provider of ['apple', 'caldav', 'fastmail']) {
        await choose(provider);
        await fits(`credentials for ${provider}`);
      }
      await choose('kalends');
      await fits('the consent');
      await journey.press(allow);
      await page.getByText('Back at the application').waitFor();
      expect(callback.calls.at(-1)!.get('code')).toMatch(/^.{32}$/);
      await page.goto(kalends().url('/oauth/authorize?client_id=none&locale=' + locale));
      await fits('an unknown application');
    },
  );
});
