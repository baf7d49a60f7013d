import { waitUntil } from '@kalends/testing';
import { expect, it } from 'vitest';
import { mailAnswer, type Answer as MailedAnswer } from './harness/itip-mail.js';
import { call, e2e, type Kalends } from './harness/kalends.js';
import { readInvite } from './harness/reply-mail.js';

interface Invite {
  smart_invite_id: string;
  method?: string;
  recipient: { email: string; status: string; comment?: string; proposal?: object };
  recipients: { email: string; status: string; attachments?: { icalendar: string } }[];
  replies: { email: string; status: string; counted: boolean; reason?: string; comment?: string }[];
  event: Record<string, unknown>;
  organizer?: object;
  attachments?: { icalendar: string; email: string; removed?: { email: string; icalendar: string } };
}

const ada = 'ada@example.com';
const event = {
  summary: 'Board meeting',
  description: 'Quarterly',
  start: '2027-01-12T10:00:00Z',
  end: '2027-01-12T11:00:00Z',
  tzid: 'Europe/London',
  location: { description: 'Board room' },
};

async function application(kalends: Kalends) {
  const made = await kalends.application();
  const request = <Body = Invite>(method: string, path: string, body?: unknown) =>
    call<Body>(method, kalends.url(path), { token: made.client_secret, body });
  const post = (body: object) => request('POST', '/v1/smart_invites', { smart_invite_id: 'board', event, ...body });
  const create = (more: object = {}) => post({ recipient: { email: ada }, ...more });
  const read = (query = `&recipient_email=${ada}`) => request('GET', `/v1/smart_invites?smart_invite_id=board${query}`);
  const replies = async (count: number, query?: string): Promise<Invite> => {
    await waitUntil(async () => (await read(query)).body.replies.length === count, { what: `${count} replies` });
    return (await read(query)).body;
  };
  const send = (icalendar: string, answer: Partial<MailedAnswer> & { dtstamp: string }) =>
    mailAnswer(kalends.deployment.smtpPort, { ...readInvite(icalendar), attendee: ada, ...answer });
  return { ...made, request, post, create, read, replies, send };
}

const unfolded = (text: string) => text.replaceAll(/\r\n[ \t]/g, '');

e2e('Smart Invites', (kalends) => {
  it('given an invite, when accepted by mail and then declined, then GET follows', async () => {
    const app = await application(kalends());
    const made = await app.create({ organizer: { name: 'The Team' } });
    expect(made.status, made.text).toBe(200);
    expect(made.body).toMatchObject({ smart_invite_id: 'board', recipient: { email: ada, status: 'pending' }, event });
    const text = made.body.attachments!.icalendar;
    expect(unfolded(text)).toMatch(/\r\nMETHOD:REQUEST\r\n/);
    expect(made.body.attachments!.email).toMatch(/^To: ada@example\.com/m);

    await app.send(text, { dtstamp: '20260901T090000Z', comment: 'See you there' });
    const accepted = await app.replies(1);
    await app.send(text, { dtstamp: '20260901T100000Z', partstat: 'DECLINED' });
    const declined = await app.replies(2);

    expect(accepted.recipient).toEqual({ email: ada, status: 'accepted', comment: 'See you there' });
    expect(accepted.replies).toMatchObject([{ email: ada, status: 'accepted', counted: true }]);
    expect(accepted).not.toHaveProperty('attachments');
    expect(declined.recipient).toEqual({ email: ada, status: 'declined' });
    expect(declined.replies.map(({ status }) => status)).toEqual(['accepted', 'declined']);
  });

  it('given an invite that is created, answered and cancelled, when the log of changes is read, then it has each in order, once (CHG-7)', async () => {
    interface Changes {
      changes: { type: string; own: boolean; sub?: string; smart_invite_id?: string; recipient_email?: string }[];
      next_cursor: string;
    }
    const app = await application(kalends());
    const read = (query = '') => app.request<Changes>('GET', `/v1/changes${query}`);
    const { next_cursor: cursor } = (await read()).body;
    const text = (await app.create()).body.attachments!.icalendar;
    await app.send(text, { dtstamp: '20260901T090000Z' });
    await app.replies(1);
    expect((await app.create({ method: 'cancel' })).status).toBe(200);
    const logged = async () => (await read(`?cursor=${encodeURIComponent(cursor)}`)).body.changes;
    await waitUntil(async () => (await logged()).length >= 3, { timeout: 60_000, what: 'three changes' });
    const ids = { smart_invite_id: 'board', recipient_email: ada };
    expect(await logged()).toMatchObject([
      { type: 'smart_invite_created', own: true, ...ids },
      { type: 'smart_invite_replied', own: false, ...ids },
      { type: 'smart_invite_cancelled', own: true, ...ids },
    ]);
    expect((await logged()).some((one) => 'sub' in one)).toBe(false);
  });

  it('given a reply older than the one that counts, when it arrives late, then it is only recorded', async () => {
    const app = await application(kalends());
    const text = (await app.create()).body.attachments!.icalendar;
    await app.send(text, { dtstamp: '20260901T100000Z', partstat: 'TENTATIVE' });
    await app.replies(1);
    await app.send(text, { dtstamp: '20260901T090000Z' });
    const late = await app.replies(2);
    expect(late.recipient.status).toBe('tentative');
    expect(late.replies.at(-1)).toMatchObject({ status: 'accepted', counted: false, reason: 'out-of-date' });
  });

  it('given an accepted invite, when rescheduled, then it is pending, and a reply to the old time does not count', async () => {
    const app = await application(kalends());
    const text = (await app.create()).body.attachments!.icalendar;
    await app.send(text, { dtstamp: '20260901T090000Z' });
    await app.replies(1);
    const moved = await app.create({ event: { ...event, start: '2027-01-12T12:00:00Z', end: '2027-01-12T13:00:00Z' } });
    expect(moved.body.recipient.status).toBe('pending');
    const next = moved.body.attachments!.icalendar;
    expect(readInvite(next)).toEqual(readInvite(text));
    expect(next).toMatch(/^SEQUENCE:1\r$/m);

    await app.send(text, { dtstamp: '20260901T100000Z' });
    expect(await app.replies(2)).toMatchObject({ recipient: { status: 'pending' } });
    await app.send(next, { dtstamp: '20260901T110000Z', sequence: 1 });
    expect(await app.replies(3)).toMatchObject({ recipient: { status: 'accepted' } });
  });

  it('given an accepted invite, when cancelled, then it is shown as cancelled, keeps the status and its text is a CANCEL', async () => {
    const app = await application(kalends());
    const text = (await app.create()).body.attachments!.icalendar;
    await app.send(text, { dtstamp: '20260901T090000Z' });
    await app.replies(1);
    const cancelled = await app.request('POST', '/v1/smart_invites', {
      method: 'cancel',
      smart_invite_id: 'board',
      recipient: { email: ada.toUpperCase() },
    });
    expect(cancelled.status).toBe(200);
    expect(cancelled.body).toMatchObject({ method: 'cancel', recipient: { status: 'accepted' }, event });
    expect(cancelled.body.attachments!.icalendar).toMatch(/^METHOD:CANCEL\r$/m);
    await app.send(text, { dtstamp: '20260901T100000Z', partstat: 'DECLINED', sequence: 1 });
    const late = await app.replies(2);
    expect(late).toMatchObject({ method: 'cancel', recipient: { status: 'accepted' } });
    expect(late.replies.at(-1)).toMatchObject({ counted: false, reason: 'cancelled' });
  });

  it('given a counter, when it arrives, then the proposed time and the comment are returned', async () => {
    const app = await application(kalends());
    const text = (await app.create()).body.attachments!.icalendar;
    await app.send(text, {
      method: 'COUNTER',
      partstat: 'TENTATIVE',
      dtstamp: '20260901T090000Z',
      comment: 'An hour later?',
      more: ['DTSTART:20270112T110000Z', 'DTEND:20270112T120000Z'],
    });
    const { recipient } = await app.replies(1);
    expect(recipient).toMatchObject({
      status: 'tentative',
      comment: 'An hour later?',
      proposal: { start: { time: '2027-01-12T11:00:00Z', tzid: 'Etc/UTC' } },
    });
  });

  it('given several recipients, when one answers and one is removed, then this is not disclosed to the others', async () => {
    const app = await application(kalends());
    const grace = 'grace@example.com';
    const made = await app.post({ recipients: [{ email: ada }, { email: grace, status: 'tentative' }] });
    expect(made.body).not.toHaveProperty('recipient');
    const text = made.body.attachments!.icalendar;
    await app.send(text, { dtstamp: '20260901T090000Z' });
    const answered = await app.replies(1, '');
    expect(answered.recipients).toEqual([
      { email: ada, status: 'accepted' },
      { email: grace, status: 'tentative' },
    ]);
    const again = (await app.read('&include_ics=true')).body.attachments!.icalendar;
    expect(unfolded(again)).not.toMatch(/PARTSTAT=ACCEPTED/);

    const remove = { method: 'remove', smart_invite_id: 'board', recipient: { email: grace } };
    const removed = await app.request('POST', '/v1/smart_invites', remove);
    expect(removed.body.recipients.map(({ email }) => email)).toEqual([ada]);
    expect(removed.body.attachments!.removed).toMatchObject({ email: grace });
    expect(unfolded(removed.body.attachments!.removed!.icalendar)).toMatch(/METHOD:CANCEL[\s\S]*grace@example\.com/);
    const unknown = await app.request('POST', '/v1/smart_invites', {
      ...remove,
      recipient: { email: 'no@example.com' },
    });
    expect(unknown.status).toBe(404);
  });

  it('given several recipients, when one answers for another, then it counts at that one’s own address only', async () => {
    const app = await application(kalends());
    const grace = 'grace@example.com';
    const { recipients, attachments } = (await app.post({ recipients: [{ email: ada }, { email: grace }] })).body;
    const textOf = (email: string) => recipients.find((one) => one.email === email)!.attachments!.icalendar;
    const forged = { from: grace, attendee: ada };
    await app.send(attachments!.icalendar, { ...forged, dtstamp: '20260901T090000Z' });
    await app.send(textOf(grace), { ...forged, dtstamp: '20260901T091000Z' });
    const shown = await app.replies(2, '');
    expect(shown.replies.map(({ reason }) => reason)).toEqual(['not-the-sender', 'not-the-sender']);
    expect(shown.recipients.map(({ status }) => status)).toEqual(['pending', 'pending']);
    await app.send(textOf(ada), { from: 'ada@work.example', dtstamp: '20260901T092000Z' });
    expect((await app.replies(3, '')).recipients.map(({ status }) => status)).toEqual(['accepted', 'pending']);
    const again = (await app.read('&include_ics=true')).body.recipients.map((one) => one.attachments?.icalendar);
    expect(unfolded(again[1]!)).toBe(unfolded(textOf(grace)));
  });

  it('given a reply from an alias, when it arrives, then it is listed and the status does not change', async () => {
    const app = await application(kalends());
    const text = (await app.create()).body.attachments!.icalendar;
    await app.send(text, { attendee: 'team@example.com', dtstamp: '20260901T090000Z' });
    const { recipient, replies } = await app.replies(1);
    expect(recipient.status).toBe('pending');
    expect(replies).toMatchObject([{ email: 'team@example.com', status: 'accepted', counted: false }]);
  });
});
