import { createHmac } from 'node:crypto';
import { waitUntil } from '@kalends/testing';
import Cronofy from 'cronofy';
import { createTransport } from 'nodemailer';
import { expect, it } from 'vitest';
import { startCallbackReceiver } from './harness/callback-receiver.js';
import { composeAnswer, mailAnswer } from './harness/itip-mail.js';
import { call, e2e, type Application } from './harness/kalends.js';
import { readInvite } from './harness/reply-mail.js';

const ada = 'ada@example.com';
const event = { summary: 'Board meeting', start: '2027-01-12T10:00:00Z', end: '2027-01-12T11:00:00Z' };
const invite = { smart_invite_id: 'board', recipient: { email: ada }, event };

interface Made {
  attachments: { icalendar: string };
}

interface Unmatched {
  unmatched_mail: { reason: string; client_id: string | null; from: string | null; message_id: string | null }[];
}

e2e('edge cases of Smart Invites', (kalends) => {
  const send = <Body = Record<string, unknown>>(
    application: Application,
    method: string,
    path: string,
    body?: unknown,
  ) => call<Body>(method, kalends().url(path), { token: application.client_secret, body });
  const create = async (application: Application, more: object = {}) =>
    (await send<Made>(application, 'POST', '/v1/smart_invites', { ...invite, ...more })).body.attachments.icalendar;
  const query = `?smart_invite_id=board&recipient_email=${encodeURIComponent(ada)}`;

  it('given a body with many errors, when sent, then every invalid field is named in one response', async () => {
    const application = await kalends().application();
    const wrong = await send<{ errors: object }>(application, 'POST', '/v1/smart_invites', {
      recipient: { email: 'nobody' },
      callback_url: 'ftp://example.com',
      event: {
        start: '2027-01-12T10:00:00Z',
        end: '2027-01-12T09:00:00Z',
        tzid: 'Mars/Base',
        recurrence: { rules: [{ frequency: 'hourly' }] },
      },
    });
    expect(wrong.status).toBe(422);
    expect(Object.keys(wrong.body.errors).sort()).toEqual([
      'callback_url',
      'event.end',
      'event.recurrence.rules[0].frequency',
      'event.summary',
      'event.tzid',
      'recipient.email',
      'smart_invite_id',
    ]);
    const method = await send<{ errors: object }>(application, 'POST', '/v1/smart_invites', { ...invite, method: 'x' });
    expect([method.status, Object.keys(method.body.errors)]).toEqual([422, ['method']]);
    const both = { ...invite, recipients: [{ email: ada }] };
    expect((await send(application, 'POST', '/v1/smart_invites', both)).body).toMatchObject({
      errors: { recipient: [{ key: 'errors.invalid' }] },
    });
  });

  it('given another application, when it reads, cancels or removes, then it is 404; the same id there is another invite', async () => {
    const [owner, other] = [await kalends().application(), await kalends().application()];
    const text = await create(owner);
    const cancel = { method: 'cancel', smart_invite_id: 'board', recipient: { email: ada } };
    const remove = { ...cancel, method: 'remove' };
    expect((await send(other, 'GET', `/v1/smart_invites${query}`)).status).toBe(404);
    expect((await send(other, 'POST', '/v1/smart_invites', cancel)).status).toBe(404);
    expect((await send(other, 'POST', '/v1/smart_invites', remove)).status).toBe(404);
    expect(readInvite(await create(other))).not.toEqual(readInvite(text));
  });

  it('given an application on the starter plan, when it calls, then it is 402', async () => {
    const body = { name: 'Small', redirect_uris: ['http://127.0.0.1:9/callback'], plan: 'starter' };
    const starter = (await kalends().admin<Application>('POST', '/applications', body)).body;
    expect((await send(starter, 'POST', '/v1/smart_invites', invite)).status).toBe(402);
    expect((await send(starter, 'GET', `/v1/smart_invites${query}`)).status).toBe(402);
    expect((await call('GET', kalends().url(`/v1/smart_invites${query}`))).status).toBe(401);
  });

  it('given the same invite, when created twice, then nothing changes; the texts of all-day and recurring events are correct (INV-1)', async () => {
    const application = await kalends().application();
    const day = { ...event, start: '2027-01-12', end: '2027-01-13' };
    const recurrence = { rules: [{ frequency: 'weekly', until: '2027-03-01', by_day: [{ day: 'tuesday' }] }] };
    const [first, second] = [
      await create(application, { event: { ...day, recurrence } }),
      await create(application, { event: { ...day, recurrence } }),
    ];
    expect(second).toBe(first);
    expect(first).toMatch(/^DTSTART;VALUE=DATE:20270112\r$/m);
    expect(first).toMatch(/^RRULE:FREQ=WEEKLY;UNTIL=20270301;BYDAY=TU\r$/m);
    const timed = { ...event, tzid: 'America/New_York', recurrence };
    const local = await create(application, { event: timed });
    expect(local).toMatch(/^DTSTART;TZID=America\/New_York:20270112T050000\r$/m);
    expect(local).toMatch(/^RRULE:FREQ=WEEKLY;UNTIL=20270302T045959Z;BYDAY=TU\r$/m);
  });

  it('given the official client, when it creates, gets and cancels, then it works (INV-10)', async () => {
    const application = await kalends().application();
    const { client_id, client_secret } = application;
    const client = new Cronofy({ client_id, client_secret });
    client.urls.api = kalends().deployment.baseUrl;
    const callback_url = 'https://example.com/callback';
    const made = await client.createSmartInvite({ ...invite, client_secret, callback_url });
    const got = await client.getSmartInvite({ smart_invite_id: 'board', recipient_email: ada, client_secret });
    const { event: _event, ...named } = invite;
    const cancelled = await client.cancelSmartInvite({ ...named, client_secret });
    expect(made.attachments!.icalendar).toMatch(/^METHOD:REQUEST\r$/m);
    expect(got).toMatchObject({ recipient: { email: ada, status: 'pending' }, replies: [], event, callback_url });
    expect(cancelled).toMatchObject({ method: 'cancel', callback_url, event });
  });

  it('given a callback URL, when a reply arrives, then the signed callback arrives', async () => {
    const receiver = await startCallbackReceiver();
    const application = await kalends().application();
    const text = await create(application, { callback_url: receiver.url });
    await mailAnswer(kalends().deployment.smtpPort, {
      ...readInvite(text),
      attendee: ada,
      dtstamp: '20260901T090000Z',
      comment: 'Coming',
    });
    await waitUntil(() => receiver.calls.length > 0, { what: 'the callback' });
    await receiver.stop();
    const [{ raw, headers, body }] = receiver.calls as [(typeof receiver.calls)[number]];
    expect(headers['cronofy-hmac-sha256']).toBe(
      createHmac('sha256', application.client_secret).update(raw).digest('base64'),
    );
    expect(body).toEqual({
      notification: { type: 'smart_invite' },
      smart_invite: {
        smart_invite_id: 'board',
        callback_url: receiver.url,
        recipient: { email: ada, status: 'accepted', comment: 'Coming' },
        reply: { email: ada, status: 'accepted', comment: 'Coming', counted: true },
      },
    });
  });

  it('given a submitted mail, when it answers an invite, then it counts once; an unmatched one is listed', async () => {
    const application = await kalends().application();
    const submit = (raw: string, type = 'message/rfc822') =>
      call<{ replies: object[] }>('POST', kalends().url('/v1/smart_invites/replies'), {
        token: application.client_secret,
        raw,
        type,
      });
    const answer = { ...readInvite(await create(application)), attendee: ada, dtstamp: '20260901T090000Z' };
    const forwarded = await composeAnswer({ ...answer, organizer: 'team@example.com' });
    const [first, again] = [await submit(forwarded), await submit(forwarded)];
    expect([first.status, first.body.replies]).toMatchObject([202, [{ status: 'accepted', counted: true }]]);
    expect([again.status, again.body.replies]).toEqual([202, []]);

    const lost = await submit(await composeAnswer({ ...answer, organizer: 'team@example.com', uid: 'nobody-knows' }));
    expect([lost.status, lost.body.replies]).toEqual([202, []]);
    const { body } = await kalends().admin<Unmatched>('GET', '/unmatched_mail');
    const listed = body.unmatched_mail.filter(({ client_id }) => client_id === application.client_id);
    expect(listed).toMatchObject([{ reason: 'unknown-invite', from: ada }]);
    expect((await submit('{}', 'application/json')).status).toBe(415);
    expect((await submit('x'.repeat(5 * 1024 * 1024 + 1))).status).toBe(413);
  });

  it('given mail to an unknown address, when delivered, then it is refused at RCPT; known ones are accepted in any case', async () => {
    const application = await kalends().application();
    const { uid, organizer } = readInvite(await create(application));
    const port = kalends().deployment.smtpPort;
    const answer = { uid, organizer, attendee: ada, dtstamp: '20260901T090000Z' };
    const unknown = `${'a'.repeat(26)}@${organizer.split('@')[1]}`;
    for (const to of [unknown, 'somebody@localhost']) {
      await expect(mailAnswer(port, { ...answer, organizer: to })).rejects.toMatchObject({ responseCode: 550 });
    }
    const transport = createTransport({ host: '127.0.0.1', port, ignoreTLS: true });
    const raw = await composeAnswer(answer);
    await transport.sendMail({ envelope: { from: ada, to: organizer.toUpperCase() }, raw });
    const replies = async () =>
      (await send<{ replies: object[] }>(application, 'GET', `/v1/smart_invites${query}`)).body.replies;
    await waitUntil(async () => (await replies()).length === 1);

    await transport.sendMail({ from: ada, to: organizer, subject: 'Hello', text: 'No calendar in here.' });
    const listed = async () =>
      (await kalends().admin<Unmatched>('GET', '/unmatched_mail')).body.unmatched_mail.filter(
        ({ client_id }) => client_id === application.client_id,
      );
    await waitUntil(async () => (await listed()).length === 1);
    expect(await listed()).toMatchObject([{ reason: 'no-reply', from: ada }]);

    await kalends().admin('DELETE', `/applications/${application.client_id}`);
    await waitUntil(async () => (await listed()).length === 0, { what: 'its erasure' });
    await expect(transport.sendMail({ envelope: { from: ada, to: organizer }, raw })).rejects.toMatchObject({
      responseCode: 550,
    });
    transport.close();
  });
});
