import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { clientOf, startMicrosoft } from '../microsoft.fixture.js';

type World = Awaited<ReturnType<typeof startMicrosoft>>;
type Body = Record<string, unknown>;

const at = (day: string) => ({
  start: { dateTime: `2026-12-${day}T10:00:00`, timeZone: 'UTC' },
  end: { dateTime: `2026-12-${day}T11:00:00`, timeZone: 'UTC' },
});
const grace = { emailAddress: { address: 'grace@outlook.example', name: 'Grace' }, type: 'required' };
const outside = { emailAddress: { address: 'eve@elsewhere.example' }, type: 'optional' };
const daily = {
  pattern: { type: 'daily', interval: 1 },
  range: { type: 'numbered', startDate: '2026-12-01', numberOfOccurrences: 3 },
};

describe('invitations between mailboxes of the simulated Microsoft', () => {
  let world: World;
  beforeEach(async () => {
    world = await startMicrosoft();
  });
  afterEach(() => world.close());

  const create = async (more: object = {}) =>
    (await world.as('/me/events', { body: { subject: 'One', ...at('01'), attendees: [grace, outside], ...more } }))
      .body;
  const change = (id: unknown, body: object) => world.as(`/me/events/${String(id)}`, { method: 'PATCH', body });
  const read = async (id: unknown) => (await world.as(`/me/events/${String(id)}`)).body;
  const copies = async () => (await world.asGrace('/me/events')).body['value'] as Body[];
  const copy = async () => (await copies())[0]!;
  const act = (id: unknown, action: string, body: object = {}, as = world.asGrace) =>
    as(`/me/events/${String(id)}/${action}`, { method: 'POST', body });
  const codeOf = ({ status, body }: Awaited<ReturnType<World['as']>>) => [status, (body['error'] as Body)?.['code']];
  const responses = (event: Body) => (event['attendees'] as { status: Body }[]).map(({ status }) => status['response']);
  async function mails() {
    const state = (await (await fetch(`${world.url}/control/state`)).json()) as {
      microsoft: { mails: { why: string; to: string[]; from: string }[] };
    };
    return state.microsoft.mails.map(({ why, to }) => [why, to.join()]);
  }

  it('given an attendee with a mailbox, when invited, then a copy with another id and the same iCalUId', async () => {
    const event = await create({ categories: ['Mine'], reminderMinutesBeforeStart: 5 });
    const received = await copy();
    expect(received['id']).not.toBe(event['id']);
    expect(received).toMatchObject({
      iCalUId: event['iCalUId'],
      subject: 'One',
      isOrganizer: false,
      organizer: { emailAddress: { address: 'ada@work.example', name: 'Ada' } },
      responseStatus: { response: 'notResponded' },
      showAs: 'tentative',
      categories: [],
      reminderMinutesBeforeStart: 15,
    });
    const addresses = (received['attendees'] as (typeof grace)[]).map(({ emailAddress }) => emailAddress.address);
    expect(addresses).toEqual(['ada@work.example', 'grace@outlook.example', 'eve@elsewhere.example']);
    expect(await mails()).toEqual([['create', 'grace@outlook.example,eve@elsewhere.example']]);
  });

  it('given changes, when made, then mailed: public ones to all, own ones to nobody, attendees alone to the new ones', async () => {
    const { id } = await create({ attendees: [outside] });
    await change(id, { categories: ['Mine'] });
    await change(id, { attendees: [outside] });
    expect(await mails()).toHaveLength(1);
    await change(id, { attendees: [outside, grace] });
    await change(id, at('02'));
    expect((await copy())['start']).toMatchObject({ dateTime: '2026-12-02T10:00:00.0000000' });
    await change(id, { attendees: [outside] });
    expect(await copy()).toMatchObject({ isCancelled: true, subject: 'Canceled: One' });
    expect((await mails()).slice(1)).toEqual([
      ['attendees', 'grace@outlook.example'],
      ['update', 'eve@elsewhere.example,grace@outlook.example'],
      ['cancel', 'grace@outlook.example'],
    ]);
  });

  it.each([
    ['accept', 'accepted', 'busy'],
    ['tentativelyAccept', 'tentativelyAccepted', 'tentative'],
  ])('given an invitation, when %s, then 202, and both sides show it', async (action, response, showAs) => {
    const { id } = await create();
    const { id: copyId } = await copy();
    const client = clientOf({ url: world.url, grant: world.grace });
    await client.api(`/me/events/${String(copyId)}/${action}`).post({ comment: 'Yes', sendResponse: true });
    expect((await act(copyId, action, { sendResponse: false })).status).toBe(202);
    expect(await copy()).toMatchObject({ responseStatus: { response }, showAs });
    expect(responses(await read(id))).toEqual([response, 'none']);
    expect((await mails()).at(-1)).toEqual(['response', 'ada@work.example']);
    await change(id, { subject: 'Two' });
    expect(await copy()).toMatchObject({ subject: 'Two', responseStatus: { response } });
    await change(id, at('03'));
    expect(await copy()).toMatchObject({ responseStatus: { response: 'notResponded' } });
    expect(responses(await read(id))).toEqual(['none', 'none']);
  });

  it('given sendResponse false, when accepted, then the organizer does not learn it', async () => {
    const { id } = await create();
    await act((await copy())['id'], 'accept', { sendResponse: false });
    expect(await copy()).toMatchObject({ responseStatus: { response: 'accepted' } });
    expect(responses(await read(id))).toEqual(['none', 'none']);
    expect(await mails()).toHaveLength(1);
  });

  it('given an invitation, when declined, then the copy is gone, later 404', async () => {
    const { id } = await create();
    const { id: copyId } = await copy();
    expect((await act(copyId, 'decline')).status).toBe(202);
    expect(await copies()).toEqual([]);
    expect((await act(copyId, 'decline')).status).toBe(404);
    expect(responses(await read(id))).toEqual(['declined', 'none']);
  });

  it.each(['cancel', 'DELETE'])(
    'given the organizer’s %s, then the copy is cancelled, and all are mailed',
    async (how) => {
      const { id } = await create();
      const { id: copyId } = await copy();
      expect(codeOf(await act(copyId, 'cancel'))).toEqual([400, 'ErrorInvalidRequest']);
      expect(codeOf(await act(id, 'accept', {}, world.as))).toEqual([400, 'ErrorInvalidRequest']);
      if (how === 'cancel') expect((await act(id, 'cancel', { comment: 'Sorry' }, world.as)).status).toBe(202);
      else expect((await world.as(`/me/events/${String(id)}`, { method: 'DELETE' })).status).toBe(204);
      expect((await world.as(`/me/events/${String(id)}`)).status).toBe(404);
      expect(await copy()).toMatchObject({ id: copyId, isCancelled: true });
      expect((await mails()).at(-1)).toEqual(['cancel', 'grace@outlook.example,eve@elsewhere.example']);
      const removed = await world.asGrace(`/me/events/${String(copyId)}`, { method: 'DELETE' });
      expect([removed.status, (await mails()).length]).toEqual([204, 2]);
    },
  );

  it('given a series, when one occurrence moves, another is declined, then the copy of the series follows', async () => {
    const { id } = await create({ recurrence: daily });
    const month = 'startDateTime=2026-12-01T00:00:00Z&endDateTime=2027-01-01T00:00:00Z';
    const instances = async (of: unknown, as = world.as) =>
      (await as(`/me/events/${String(of)}/instances?${month}`)).body['value'] as Body[];
    const [, second] = await instances(id);
    await change(second!['id'], { subject: 'Moved', ...at('02') });
    const { id: copyId } = await copy();
    const received = await instances(copyId, world.asGrace);
    expect(received.map(({ subject, type }) => [subject, type])).toEqual([
      ['One', 'occurrence'],
      ['Moved', 'exception'],
      ['One', 'occurrence'],
    ]);
    await act(received[2]!['id'], 'decline');
    await act(received[0]!['id'], 'accept');
    const later = await instances(copyId, world.asGrace);
    expect(later.map(({ responseStatus }) => (responseStatus as Body)['response'])).toEqual([
      'accepted',
      'notResponded',
    ]);
    await world.as(`/me/events/${String(second!['id'])}`, { method: 'DELETE' });
    expect((await instances(copyId, world.asGrace))[1]).toMatchObject({ isCancelled: true });
  });
});

describe('Teams meetings of the simulated Microsoft', () => {
  let world: World;
  beforeEach(async () => {
    world = await startMicrosoft();
  });
  afterEach(() => world.close());
  const meeting = { isOnlineMeeting: true, onlineMeetingProvider: 'teamsForBusiness' };

  it('given Microsoft’s own client, when it requests a meeting, then a link, and a block in the body', async () => {
    const client = clientOf(world);
    const created = (await client.api('/me/events').post({
      subject: 'One',
      ...at('01'),
      ...meeting,
      body: { contentType: 'text', content: 'Agenda' },
    })) as Body & { onlineMeeting: { joinUrl: string }; body: { content: string } };
    const { joinUrl } = created.onlineMeeting;
    expect(joinUrl).toMatch(/^https:\/\/teams\.microsoft\.com\/l\/meetup-join\//);
    expect(created).toMatchObject(meeting);
    expect(created.body.content).toContain('Agenda');
    expect(created.body.content).toContain(joinUrl);
    const path = `/me/events/${String(created['id'])}`;
    const kept = (await client.api(path).patch({ isOnlineMeeting: false, subject: 'Two' })) as Body;
    expect(kept).toMatchObject({ subject: 'Two', ...meeting, onlineMeeting: { joinUrl } });
    const text = (await client.api(path).header('Prefer', 'outlook.body-content-type="text"').get()) as typeof created;
    const written = { contentType: 'text', content: text.body.content.replace('Agenda', 'New agenda') };
    expect(await client.api(path).patch({ body: written })).toMatchObject({ onlineMeeting: { joinUrl } });
    const broken = (await client.api(path).patch({ body: { contentType: 'text', content: 'Agenda' } })) as Body;
    expect(broken).toMatchObject({ isOnlineMeeting: false, onlineMeeting: null, onlineMeetingProvider: 'unknown' });
  });

  it('given a calendar without the provider, when a meeting is requested, then there is none', async () => {
    await world.control('seed', {
      microsoft: { calendars: [{ email: 'ada@work.example', name: 'Plain', onlineMeetingProviders: [] }] },
    });
    const calendars = (await world.as('/me/calendars')).body['value'] as Body[];
    expect(calendars.map((one) => one['allowedOnlineMeetingProviders'])).toEqual([
      ['teamsForBusiness'],
      ['teamsForBusiness'],
      [],
    ]);
    const personal = (await world.asGrace('/me/calendar')).body;
    expect(personal['allowedOnlineMeetingProviders']).toEqual(['unknown']);
    const inPlain = await world.as(`/me/calendars/${String(calendars[2]!['id'])}/events`, {
      body: { ...at('01'), ...meeting },
    });
    expect([inPlain.status, inPlain.body['isOnlineMeeting'], inPlain.body['onlineMeeting']]).toEqual([
      201,
      false,
      null,
    ]);
    const ofGrace = await world.asGrace('/me/events', { body: { ...at('01'), isOnlineMeeting: true } });
    expect(ofGrace.body['isOnlineMeeting']).toBe(false);
  });
});
