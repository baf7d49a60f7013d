import { missingForRadicale, skipFor, startRadicale, waitUntil, type Radicale } from '@kalends/testing';
import type Cronofy from 'cronofy';
import { beforeEach, expect, it } from 'vitest';
import { BrowserJourney, objectOf } from './harness/browser-journey.js';
import { startCallbackServer, type CallbackServer } from './harness/callback-server.js';
import { startChannelReceiver, type ChannelReceiver } from './harness/channel-receiver.js';
import { missingForChromium, openChromium, type RealBrowser } from './harness/chromium.js';
import { e2e } from './harness/kalends.js';
import { RadicaleCalendar } from './harness/radicale-calendar.js';

const waitOptions = { timeout: 60_000 };

/** An event of the user, as another program writes it: with a property that Kalends does not know. */
const dentist = objectOf('dentist', 'Dentist', '20310506T080000Z').replace('SUMMARY', 'X-SEAT;X-ROW=3:14\r\nSUMMARY');

e2e("a user's own events on a CalDAV server, changed by an application that they let", (kalends) => {
  let radicale: Radicale;
  let chromium: RealBrowser;
  let callback: CallbackServer;
  let receiver: ChannelReceiver;

  beforeEach(async (context) => {
    const missing = missingForRadicale() ?? missingForChromium();
    if (missing) return skipFor(context, missing);
    [radicale, chromium, callback, receiver] = await Promise.all([
      startRadicale({ users: { ada: 'app-password' } }),
      openChromium(),
      startCallbackServer(),
      startChannelReceiver(),
    ]);
    return async () => {
      await Promise.all([radicale.stop(), chromium.close(), callback.close(), receiver.stop()]);
    };
  });

  const eventsOf = async (client: Cronofy) =>
    (await client.readEvents({ tzid: 'Etc/UTC', from: '2031-05-06', to: '2031-05-06' })).events;

  /** A calendar with one event, connected in the browser, and its channel. */
  async function connected() {
    const calendar = await RadicaleCalendar.create(radicale, 'ada', 'app-password', 'work');
    await calendar.put('dentist.ics', dentist);
    const application = await kalends().application([callback.url]);
    const journey = new BrowserJourney(kalends(), chromium, callback);
    await journey.begin(application);
    await journey.choose('Another CalDAV server');
    await journey.logIn({ url: radicale.url, username: 'ada', password: 'app-password' });
    const { client } = await journey.allow(application);
    const event = await waitUntil(async () => (await eventsOf(client))[0], waitOptions);
    const { channel } = await client.createNotificationChannel({ callback_url: receiver.url });
    await waitUntil(() => receiver.of(channel.channel_id).includes('verification'), waitOptions);
    return { calendar, journey, client, event, channel };
  }

  it('given the user proves on the page to own the calendar, then the application edits and deletes by event_uid, without a push (PERM-3, EVT-28, EVT-30)', async () => {
    const { calendar, journey, client, event, channel } = await connected();
    const { calendar_id, event_uid } = event;
    const edit = () => client.updateExternalEvent({ calendar_id, event_uid, summary: 'Dentist, moved' });
    expect(event.options).toMatchObject({ update: false, delete: false });
    await expect(edit()).rejects.toMatchObject({ statusCode: 403 });

    const permissions = [{ calendar_id, permission_level: 'unrestricted' }];
    const { permissions_request } = await client.elevatedPermissions({ permissions, redirect_uri: callback.url });
    await chromium.context.clearCookies();
    await chromium.page.goto(permissions_request.url!);
    expect(await journey.heading()).toBe('Allow Test application to change all events?');
    expect(await journey.listItems()).toContain('work ada');
    expect(await chromium.page.getByRole('button', { name: 'Allow' }).count()).toBe(0);
    await chromium.page.getByLabel('Password').fill('wrong');
    await journey.press('Continue');
    expect(await chromium.page.getByRole('alert').textContent()).toMatch(/did not accept/);
    expect(await journey.overflow()).toBeLessThanOrEqual(0);
    await chromium.page.getByLabel('Password').fill('app-password');
    await journey.press('Continue');
    await journey.press('Allow');
    await chromium.page.getByText('Back at the application').waitFor();
    expect([...callback.calls.at(-1)!]).toEqual([]);

    const [listed] = (await client.listCalendars()).calendars;
    expect(listed).toMatchObject({ calendar_id, permission_level: 'unrestricted' });
    expect((await eventsOf(client))[0]!.options).toMatchObject({ update: true, delete: true });
    await edit();
    expect((await eventsOf(client))[0]).toMatchObject({ event_uid, summary: 'Dentist, moved' });
    const served = async () => (await calendar.query('20310506T000000Z', '20310507T000000Z'))[0] ?? '';
    const object = await waitUntil(
      async () => {
        const now = await served();
        return now.includes('SUMMARY:Dentist\\, moved') && now;
      },
      { ...waitOptions, what: 'the edit at the server' },
    );
    expect(object).toContain('X-SEAT;X-ROW=3:14');
    expect(object).toContain('UID:dentist');

    await client.deleteExternalEvent({ calendar_id, event_uid });
    expect(await eventsOf(client)).toEqual([]);
    await waitUntil(async () => (await served()) === '', { ...waitOptions, what: 'the deletion at the server' });

    // a change by the user is pushed, and is the first one
    await calendar.put('gym.ics', objectOf('gym', 'Gym', '20310506T170000Z'));
    await waitUntil(() => receiver.of(channel.channel_id).includes('change'), { ...waitOptions, what: 'a push' });
    expect(receiver.of(channel.channel_id)).toEqual(['verification', 'change']);
    expect((await eventsOf(client)).map(({ summary }) => summary)).toEqual(['Gym']);
  });

  it('given the user declines, then the application gets access_denied, and the link is used up (PERM-4)', async () => {
    const { journey, client, event } = await connected();
    const permissions = [{ calendar_id: event.calendar_id, permission_level: 'unrestricted' }];
    const { permissions_request } = await client.elevatedPermissions({ permissions, redirect_uri: callback.url });
    await chromium.page.goto(permissions_request.url!);
    await journey.press('Deny');
    await chromium.page.getByText('Back at the application').waitFor();
    expect(callback.calls.at(-1)!.get('error')).toBe('access_denied');
    await chromium.page.goto(permissions_request.url!);
    expect(await chromium.page.getByRole('button').count()).toBe(0);
    expect((await client.listCalendars()).calendars[0]).toMatchObject({ permission_level: 'sandbox' });
  });
});
