import { missingForRadicale, skipFor, startProxy, startRadicale, waitUntil } from '@kalends/testing';
import { expect, it } from 'vitest';
import { call, e2e } from './harness/kalends.js';
import { RadicaleCalendar } from './harness/radicale-calendar.js';

interface Change {
  cursor: string;
  type: string;
  own: boolean;
  sub: string;
  event_id?: string;
  event_uid?: string;
  calendar_id?: string;
  profile_id?: string;
  refused_write?: { operation: string; reason: string; code?: string };
}
interface Changes {
  changes: Change[];
  next_cursor: string;
  has_more: boolean;
}

const wait = { timeout: 60_000 };
const object = `BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//test//EN\r\nBEGIN:VEVENT\r\nUID:theirs\r\nDTSTAMP:20260101T000000Z\r\nDTSTART:20261201T100000Z\r\nDURATION:PT1H\r\nSUMMARY:Theirs\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n`;

e2e('the log of changes', (kalends) => {
  const read = (token: string, cursor?: string, more = '') =>
    kalends().get<Changes>(token, `/v1/changes?${cursor ? `cursor=${encodeURIComponent(cursor)}` : ''}${more}`);

  /** Collects changes from now on, for as long as its function is called. */
  const follow = async (token: string) => {
    let next = (await read(token)).body.next_cursor;
    const seen: Change[] = [];
    const until = (isFound: (one: Change) => boolean) =>
      waitUntil(async () => {
        const { body } = await read(token, next, '&limit=2');
        next = body.next_cursor;
        seen.push(...body.changes);
        return seen.find(isFound);
      }, wait);
    return { seen, until };
  };

  it('given own writes, a new calendar, a change at the server and a revoked profile, when followed with a cursor, then each is listed once, own ones marked (CHG-1, CHG-2)', async (context) => {
    const missing = missingForRadicale();
    if (missing) return skipFor(context, missing);
    const radicale = await startRadicale({ users: { ada: 'app-password' } });
    try {
      const calendar = await RadicaleCalendar.create(radicale, 'ada', 'app-password', 'work');
      const user = await kalends().user();
      const mine = await follow(user.access_token);
      const ours = await follow(user.application.client_secret);
      const times = { start: '2026-12-02T10:00:00Z', end: '2026-12-02T11:00:00Z' };
      expect((await kalends().upsert(user, { event_id: 'own', summary: 'Ours', description: '', ...times })).status).toBe(202); // prettier-ignore
      const written = await mine.until(({ event_id }) => event_id === 'own');
      expect(written).toMatchObject({ type: 'event_changed', own: true, sub: user.sub, calendar_id: user.calendar_id });

      const { body: listed } = await kalends().get<{ profiles: { profile_id: string }[] }>(user.access_token, '/v1/profiles'); // prettier-ignore
      const built = { profile_id: listed.profiles[0]!.profile_id, name: 'Second' };
      const created = await call<{ calendar: { calendar_id: string } }>('POST', kalends().url('/v1/calendars'), { token: user.access_token, body: built }); // prettier-ignore
      const { calendar_id } = created.body.calendar;
      expect(await mine.until((one) => one.calendar_id === calendar_id)).toMatchObject({ type: 'calendar_created', own: true }); // prettier-ignore

      const credentials = { provider_name: 'caldav', url: radicale.url, username: 'ada', password: 'app-password' };
      expect((await kalends().admin('POST', `/accounts/${user.sub}/profiles`, credentials)).status).toBe(201);
      const { profile_id } = await mine.until(({ type }) => type === 'profile_initial_sync_completed');
      expect(await calendar.put('theirs.ics', object)).toBe(201);
      expect(await mine.until((one) => one.type === 'event_changed' && !one.own)).toMatchObject({ sub: user.sub });

      await call('POST', kalends().url(`/v1/profiles/${profile_id!}/revoke`), { token: user.access_token, body: {} });
      const isRevoked = (one: Change) => one.type === 'profile_disconnected';
      expect(await mine.until(isRevoked)).toMatchObject({ own: true, profile_id });
      await ours.until(isRevoked);
      expect(new Set(mine.seen.map(({ cursor }) => cursor)).size).toBe(mine.seen.length);
      const isEvent = ({ type }: Change) => type.startsWith('event');
      expect(mine.seen.filter(isEvent).map(({ own }) => own)).toEqual([true, false]);
      expect(ours.seen.filter(isEvent).map(({ own }) => own)).toEqual([true, false]);
    } finally {
      await radicale.stop();
    }
  });

  it('given a server that refuses a write after 202, then the log and the event say why, until the next write (CHG-8, EVT-43)', async (context) => {
    const missing = missingForRadicale();
    if (missing) return skipFor(context, missing);
    const radicale = await startRadicale({ users: { ada: 'app-password' } });
    const full = '<error xmlns="DAV:"><C:max-resource-size xmlns:C="urn:ietf:params:xml:ns:caldav"/></error>';
    const server = await startProxy(radicale.url);
    server.misbehave(async ({ method, body }, response) => {
      if (method !== 'PUT' || !body.includes('Refused')) return false;
      response.writeHead(403, { 'content-type': 'text/xml' }).end(full);
      return true;
    });
    try {
      await RadicaleCalendar.create(radicale, 'ada', 'app-password', 'work');
      const user = await kalends().user();
      const { until } = await follow(user.access_token);
      const credentials = { provider_name: 'caldav', url: server.url, username: 'ada', password: 'app-password' };
      expect((await kalends().admin('POST', `/accounts/${user.sub}/profiles`, credentials)).status).toBe(201);
      const { calendar_id } = await until((one) => one.type === 'calendar_synced' && one.calendar_id !== user.calendar_id); // prettier-ignore
      const write = (event_id: string, summary: string) =>
        kalends().upsert({ ...user, calendar_id: calendar_id! }, { event_id, summary, start: '2026-12-02T10:00:00Z', end: '2026-12-02T11:00:00Z' }); // prettier-ignore
      const shown = async () => {
        const query = 'tzid=Etc/UTC&from=2026-12-01&to=2026-12-03&include_deleted=true';
        const events = await kalends().events<Record<string, unknown>>(user.access_token, query);
        return events.map(({ event_id, summary, deleted, refused_write }) => [
          event_id,
          summary,
          deleted,
          refused_write,
        ]);
      };

      expect((await write('kept', 'Kept')).status).toBe(202);
      await waitUntil(() => server.drain().some(({ method }) => method === 'PUT'), wait);
      expect((await write('kept', 'Refused')).status).toBe(202);
      expect((await write('never', 'Refused')).status).toBe(202);
      const refused_write = {
        operation: 'upsert',
        reason: expect.stringContaining('larger than the server permits') as string,
        code: 'other',
        refused_at: expect.stringMatching(/^2\d{3}-.*Z$/) as string,
      };
      for (const event_id of ['kept', 'never']) {
        const isRefused = (one: Change) => one.type === 'event_write_refused' && one.event_id === event_id;
        expect(await until(isRefused)).toMatchObject({ own: false, calendar_id, refused_write });
      }
      await until(({ type }) => type === 'event_deleted');
      const never = ['never', 'Refused', true, refused_write];
      expect((await shown()).sort()).toEqual([['kept', 'Kept', false, refused_write], never]);
      expect((await write('kept', 'Changed')).status).toBe(202);
      expect((await shown()).sort()).toEqual([['kept', 'Changed', false, undefined], never]);
    } finally {
      await server.stop();
      await radicale.stop();
    }
  });

  it('given cursors of others, no scope, and wrong limits, when read, then each is refused in words (CHG-4)', async () => {
    const [user, other] = [await kalends().user(), await kalends().user()];
    const { next_cursor } = (await read(other.access_token)).body;
    const refused = await read(user.access_token, next_cursor);
    expect([refused.status, refused.text]).toEqual([422, expect.stringContaining('errors.cursor_invalid')]);
    expect((await read(user.access_token, undefined, 'limit=1001')).status).toBe(422);
    const writer = await kalends().user({ scope: 'create_event' });
    expect((await read(writer.access_token)).status).toBe(403);
    expect((await call('GET', kalends().url('/v1/changes'))).status).toBe(401);
  });
});
