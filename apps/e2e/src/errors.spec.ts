import { expect, it } from 'vitest';
import { call, e2e } from './harness/kalends.js';

type Errors = { errors: Record<string, { key: string; description: string }[]> };

const event = { event_id: 'e', summary: 's', start: '2026-12-01T10:00:00Z', end: '2026-12-01T11:00:00Z' };

e2e('bad input', (kalends) => {
  it.each([
    ['', { tzid: 'errors.required' }],
    ['tzid=Mars/Olympus', { tzid: 'errors.tzid_unrecognized' }],
    ['tzid=Etc/UTC&from=2026-02-30', { from: 'errors.must_be_date' }],
    ['tzid=Etc/UTC&from=2026-12-02&to=2026-12-01', { to: 'errors.invalid_time_pair' }],
    ['tzid=Etc/UTC&from=2010-01-01&to=2026-12-01', { to: 'errors.too_long' }],
    [
      'from=x&to=y&include_deleted=maybe&last_modified=z',
      {
        tzid: 'errors.required',
        from: 'errors.must_be_date',
        to: 'errors.must_be_date',
        include_deleted: 'errors.must_be_boolean',
        last_modified: 'errors.must_be_time',
      },
    ],
  ])('given the read %s, then 422 names every invalid field (HTTP-6)', async (query, expected) => {
    const user = await kalends().user();

    const { status, body } = await kalends().get<Errors>(user.access_token, `/v1/events?${query}`);

    expect(status).toBe(422);
    expect(Object.fromEntries(Object.entries(body.errors).map(([field, [first]]) => [field, first!.key]))).toEqual(
      expected,
    );
  });

  it.each([
    [{}, ['end', 'event_id', 'start', 'summary']],
    [
      { ...event, summary: undefined, start: 'soon', tzid: 'Nowhere', url: 'javascript:1' },
      ['start', 'summary', 'tzid', 'url'],
    ],
    [{ ...event, start: '2026-12-01' }, ['end']],
    [{ ...event, end: '2026-12-01T09:00:00Z' }, ['end']],
    [{ ...event, start: '2026-12-02', end: '2026-12-02' }, ['end']],
    [{ ...event, start: '2026-02-30', end: '2026-03-01' }, ['start']],
    [{ ...event, summary: 7, end: '2026-12-01T09:00:00Z' }, ['end', 'summary']],
    [{ ...event, start: '2026-12-01T10:00:00.500Z' }, ['start']],
    [{ ...event, summary: 'x'.repeat(1025), description: 'x'.repeat(4097) }, ['description', 'summary']],
    [{ ...event, summary: 'a\u0000b' }, ['summary']],
    [{ ...event, reminders: [{ minutes: -1 }] }, ['reminders[0].minutes']],
    [{ ...event, reminders: Array(6).fill({ minutes: 5 }) }, ['reminders']],
    [{ ...event, attendees: { invite: [{ email: 'nobody' }] } }, ['attendees.invite[0].email']],
    [{ ...event, location: { lat: '91', long: 'east' } }, ['location.lat', 'location.long']],
    [{ ...event, transparency: 'glassy', color: 'red' }, ['color', 'transparency']],
  ])('given the write %j, then 422 names %j and nothing is written (EVT-20)', async (body, fields) => {
    const user = await kalends().user();

    const answer = await kalends().upsert(user, body);

    expect(answer.status).toBe(422);
    expect(Object.keys((answer.body as Errors).errors).sort()).toEqual(fields);
    expect(await kalends().events(user.access_token, 'tzid=Etc/UTC&include_deleted=true')).toEqual([]);
  });

  it('given a body that is not JSON, of another type, too large or deeply nested, then a clear 4xx (HTTP-2)', async () => {
    const user = await kalends().user();
    const send = (raw: string, type?: string) =>
      call('POST', kalends().url(`/v1/calendars/${user.calendar_id}/events`), { token: user.access_token, raw, type });

    expect((await send('{"event_id": ')).status).toBe(400);
    expect((await send('<event/>', 'text/xml')).status).toBe(415);
    expect((await send(JSON.stringify({ ...event, summary: 'x'.repeat(1_048_576) }))).status).toBe(413);
    expect((await send(`${'['.repeat(100_000)}${']'.repeat(100_000)}`)).status).toBe(422);
    expect((await send(JSON.stringify([event]))).status).toBe(422);
    expect((await send('"text"')).status).toBe(422);
    expect((await send('{"__proto__": {"event_id": "x"}}')).status).toBe(422);
  });

  it("given an unknown calendar, page or address, or another application's calendar, then 404", async () => {
    const user = await kalends().user();
    const other = await kalends().user();

    expect((await kalends().upsert({ ...user, calendar_id: 'cal_none' }, event)).status).toBe(404);
    expect((await kalends().upsert({ ...user, calendar_id: other.calendar_id }, event)).status).toBe(404);
    expect((await kalends().get(user.access_token, '/v1/events/pages/forged.cursor')).status).toBe(404);
    expect((await kalends().get(user.access_token, '/v1/nothing')).status).toBe(404);
    expect((await kalends().upsert({ ...user, calendar_id: 'a%00b' }, event)).status).toBe(400);
  });

  it('given no or wrong credentials, then 401 with a challenge (HTTP-7)', async () => {
    const none = await call('GET', kalends().url('/v1/events?tzid=Etc/UTC'));
    const wrong = await call('GET', kalends().url('/v1/calendars'), { token: 'undefined' });

    expect([none.status, wrong.status]).toEqual([401, 401]);
    expect(none.headers.get('www-authenticate')).toMatch(/^Bearer/);
    expect(wrong.headers.get('www-authenticate')).toMatch(/error="invalid_token"/);
  });

  it('given half a surrogate pair or odd characters in texts, then they are stored or refused, never a 500', async () => {
    const user = await kalends().user();
    const odd = ['\\ud800', '😀\u202e', "'; DROP TABLE account; --", '\\n\\t', '\u00e9\u0301'];

    for (const [index, text] of odd.entries()) {
      const raw = `{"event_id":"odd-${index}","summary":"${text}","start":"2026-12-01","end":"2026-12-02"}`;
      const url = kalends().url(`/v1/calendars/${user.calendar_id}/events`);
      const { status } = await call('POST', url, { token: user.access_token, raw });
      expect([202, 422]).toContain(status);
    }
    expect((await kalends().get(user.access_token, '/v1/events?tzid=Etc/UTC')).status).toBe(200);
  });
});
