import { afterEach, describe, expect, it } from 'vitest';
import { egress, fixed } from './microsoft.fixture.js';
import { MicrosoftProvider } from './microsoft-provider.js';
import { startRecorder } from './recorded.fixture.js';

const time = (hour: string) => ({ dateTime: `2026-12-01T${hour}:00:00.0000000`, timeZone: 'UTC' });
const person = (address: string, response: string) => ({ emailAddress: { address }, status: { response } });
const calendar = { href: 'c', name: 'C', readonly: false, primary: true };
const now = Date.UTC(2026, 10, 21, 9);

describe('answering an invitation', () => {
  let recorder: Awaited<ReturnType<typeof startRecorder>>;
  afterEach(() => recorder.close());

  /** A mailbox with an invitation; `after`: its state once it was answered, undefined if it is gone. */
  async function start(isOrganizer: boolean, after?: string) {
    let response: string | undefined = 'notResponded';
    recorder = await startRecorder(undefined, ({ method, path }) => {
      if (method === 'POST' && /\/(accept|decline|tentativelyAccept)$/.test(path)) {
        response = after;
        return { status: 202 };
      }
      if (response === undefined) return { status: 404, body: { error: { code: 'ErrorItemNotFound' } } };
      const attendees = [person('ada@work.example', response), person('bob@work.example', 'accepted')];
      const times = { start: time('10'), end: time('11'), originalStartTimeZone: 'UTC' };
      return { body: { '@odata.etag': 'W/"1"', id: 'one', subject: 'One', isOrganizer, attendees, ...times } };
    });
    const provider = new MicrosoftProvider({
      egress,
      graphUrl: recorder.graphUrl,
      tokens: fixed('secret'),
      personal: false,
    });
    return (status: 'accepted' | 'tentative' | 'declined') => {
      const own_attendance = { addresses: ['ada@work.example'], status };
      return provider.upsert(calendar, { uid: 'u', href: 'one', mustExist: true }, { change: { own_attendance }, now });
    };
  }
  const posts = () => recorder.requests.filter(({ method }) => method !== 'GET');

  it.each([
    ['accepted', 'accept', 'accepted'],
    ['tentative', 'tentativelyAccept', 'tentativelyAccepted'],
    ['declined', 'decline', undefined],
  ] as const)(
    'given an invitation, when it is %s, then the organizer is notified once, and nothing is written',
    async (status, action, after) => {
      const answer = await start(false, after);
      const event = await answer(status);
      expect(event.series.master!.attendees).toMatchObject([
        { status },
        { email: 'bob@work.example', status: 'accepted' },
      ]);
      expect(posts().map(({ path, body }) => [path, body])).toEqual([
        [`/v1.0/me/calendars/c/events/one/${action}`, { sendResponse: true }],
      ]);
      if (after === undefined) return;
      await answer(status);
      expect(posts()).toHaveLength(1);
    },
  );

  it('given an event of one’s own, when answered, then it is refused', async () => {
    const answer = await start(true);
    await expect(answer('accepted')).rejects.toMatchObject({ failure: 'refused' });
    expect(posts()).toEqual([]);
  });
});
