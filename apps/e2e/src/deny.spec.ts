import { missingForRadicale, skipFor, startRadicale, waitUntil, type Radicale } from '@kalends/testing';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { lastingOf, objectOf, profilesOf } from './harness/browser-journey.js';
import { FormJourney, type Tokens } from './harness/form-journey.js';
import { e2e, type Application } from './harness/kalends.js';
import { RadicaleCalendar } from './harness/radicale-calendar.js';

const users = { ada: 'of-ada', bob: 'of-bob' } as const;

e2e('what a user connects and does not allow', (kalends) => {
  let radicale: Radicale;
  let application: Application;
  const missing = missingForRadicale();
  beforeAll(async () => {
    if (missing !== undefined) return;
    radicale = await startRadicale({ users });
    for (const user of ['ada', 'bob'] as const) {
      const calendar = await RadicaleCalendar.create(radicale, user, users[user], user);
      await calendar.put('a.ics', objectOf(`uid-${user}`, `Secret of ${user}`, '20261201T100000Z'));
    }
  }, 60_000);
  afterAll(() => radicale?.stop());
  beforeEach(async (context) => {
    if (missing !== undefined) return skipFor(context, missing);
    application = await kalends().application();
  });

  const login = (user: keyof typeof users) => ({ url: radicale.url, username: user, password: users[user] });
  const titles = async ({ access_token }: Tokens) =>
    (await kalends().events<{ summary: string }>(access_token, 'tzid=Etc/UTC')).map(({ summary }) => summary);

  /** A browser with a live grant for Ada's calendar, in which Bob's has just been connected. */
  async function withSecond() {
    const journey = new FormJourney(kalends(), application);
    await journey.begin();
    await journey.connect(login('ada'));
    const tokens = await journey.allow();
    await waitUntil(async () => (await titles(tokens)).length === 1, { timeout: 60_000, what: 'the first sync' });
    await journey.begin();
    expect(await journey.connect(login('bob'))).toBe(200);
    expect(journey.browser.page).toContain('bob');
    return { journey, tokens };
  }

  it.each(['denies', 'leaves'])(
    'given a live grant, when its user connects a second account and %s, then the token never sees it (AUTH-10)',
    async (what) => {
      const { journey, tokens } = await withSecond();
      const [before] = await profilesOf(kalends(), tokens.access_token);
      if (what === 'denies') expect((await journey.deny()).searchParams.get('error')).toBe('access_denied');
      // a third account, connected and allowed afterwards, is read: anything published before it would be visible
      await journey.begin();
      await journey.browser.choose('kalends', { tzid: 'Etc/UTC' });
      await journey.allow();
      await waitUntil(async () => (await profilesOf(kalends(), tokens.access_token)).length === 2);
      const profiles = await profilesOf(kalends(), tokens.access_token);
      expect(profiles.map(({ provider_name }) => provider_name).sort()).toEqual(['caldav', 'kalends']);
      expect(profiles.map(lastingOf)).toContainEqual(lastingOf(before!));
      expect(await titles(tokens)).toEqual(['Secret of ada']);
    },
  );

  it('given a denied account, when its user connects it again and allows it, then the token sees it', async () => {
    const { journey, tokens } = await withSecond();
    await journey.deny();
    await journey.begin();
    await journey.connect(login('bob'));
    expect((await journey.allow()).sub).toBe(tokens.sub);
    await waitUntil(async () => (await titles(tokens)).length === 2, { timeout: 60_000, what: 'both calendars' });
  });
});
