import Cronofy from 'cronofy';
import { expect } from 'vitest';
import type { CallbackServer } from './callback-server.js';
import type { RealBrowser } from './chromium.js';
import type { Application, Kalends } from './kalends.js';

const state = 'from-the-browser';

export interface CaldavLogin {
  url: string;
  username: string;
  password: string;
}

/** A user's steps in a real browser, from an application to its callback. */
export class BrowserJourney {
  constructor(
    private readonly kalends: Kalends,
    private readonly browser: RealBrowser,
    private readonly callback: CallbackServer,
  ) {}

  private get page() {
    return this.browser.page;
  }

  /** Opens the journey as the application's redirect would. */
  async begin(application: Application, more: Record<string, string> = {}): Promise<void> {
    const query = new URLSearchParams({
      response_type: 'code',
      client_id: application.client_id,
      redirect_uri: this.callback.url,
      scope: 'read_write',
      state,
      ...more,
    });
    await this.page.goto(this.kalends.url(`/oauth/authorize?${query}`));
  }

  press(name: string): Promise<void> {
    return this.page.getByRole('button', { name }).click();
  }

  /** On the page of choices. */
  async choose(label: string): Promise<void> {
    await this.press(label);
  }

  async logIn({ url, username, password }: CaldavLogin): Promise<void> {
    await this.page.getByLabel('Server address').fill(url);
    await this.page.getByLabel('User name').fill(username);
    await this.password(password);
  }

  async password(password: string): Promise<void> {
    await this.page.getByLabel(/password/i).fill(password);
    await this.press('Connect');
  }

  /** The consent page at Google: the person chooses their account. */
  consentAtGoogle(email: string): Promise<void> {
    return this.press(email);
  }

  /** The consent page at Microsoft: the person, or an administrator, chooses their account. */
  consentAtMicrosoft(email: string): Promise<void> {
    return this.page.locator('form', { hasText: email }).getByRole('button', { name: 'Accept' }).click();
  }

  heading(): Promise<string | null> {
    return this.page.getByRole('heading', { level: 1 }).textContent();
  }

  async listItems(): Promise<string[]> {
    return (await this.page.getByRole('listitem').allTextContents()).map((one) => one.trim());
  }

  /** How many pixels of the page exceed the screen's width. */
  overflow(): Promise<number> {
    return this.page.evaluate('document.documentElement.scrollWidth - innerWidth');
  }

  /** Allows the request; returns the official client with the application's tokens. */
  async allow(application: Application) {
    const before = this.callback.calls.length;
    await this.press('Allow');
    await this.page.getByText('Back at the application').waitFor();
    expect(this.callback.calls).toHaveLength(before + 1);
    const answer = this.callback.calls[before]!;
    expect(answer.get('state')).toBe(state);
    const { client_id, client_secret } = application;
    const client = new Cronofy({ client_id, client_secret });
    client.urls.api = this.kalends.deployment.baseUrl;
    const tokens = await client.requestAccessToken({ code: answer.get('code')!, redirect_uri: this.callback.url });
    return { client, tokens };
  }
}

export interface Profile {
  provider_name: string;
  profile_id: string;
  profile_name: string;
  profile_connected: boolean;
  profile_relink_url?: string;
}

export const profilesOf = async (kalends: Kalends, token: string): Promise<Profile[]> =>
  (await kalends.get<{ profiles: Profile[] }>(token, '/v1/profiles')).body.profiles;

/** A profile without what each sync changes (ACC-13). */
export const lastingOf = (profile: object): object =>
  Object.fromEntries(
    Object.entries(profile).filter(([name]) => !/^profile_(state|last_success|next_try|calendar_states)$/.test(name)),
  );

/** A calendar object with an hour-long event, as another CalDAV client writes it; `start`: `20310506T080000Z`. */
export const objectOf = (uid: string, summary: string, start: string): string =>
  [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//test//EN',
    'BEGIN:VEVENT',
    `UID:${uid}`,
    'DTSTAMP:20260101T000000Z',
    `DTSTART:${start}`,
    'DURATION:PT1H',
    `SUMMARY:${summary}`,
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ].join('\r\n');
