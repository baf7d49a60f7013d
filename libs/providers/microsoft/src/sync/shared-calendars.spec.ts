import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  ada,
  fixed,
  knownOf,
  readChangesOf,
  scope,
  startMicrosoft,
  type SimulatedMicrosoft,
} from './microsoft.fixture.js';

const joan = 'joan@work.example';
const now = Date.UTC(2026, 10, 21, 9);
const at = (subject: string, hour: string) => ({
  subject,
  start: { dateTime: `2026-12-01T${hour}:00:00`, timeZone: 'UTC' },
  end: { dateTime: `2026-12-01T${hour}:30:00`, timeZone: 'UTC' },
});

/** The rules are those of graph/outlook-get-shared-events-calendars. */
describe('calendars that others share at Microsoft', () => {
  let microsoft: SimulatedMicrosoft;
  let joansId: string;
  beforeEach(async () => {
    microsoft = await startMicrosoft();
    const seeded = await microsoft.control('seed', { microsoft: { users: [{ email: joan, name: 'Joan' }] } });
    joansId = (seeded as { microsoft: { calendars: string[] } }).microsoft.calendars[0]!;
    await microsoft.control('seed', { microsoft: { events: [{ email: joan, event: at('Joan is away', '10') }] } });
  });
  afterEach(() => microsoft.close());

  const share = (canEdit: boolean) =>
    microsoft.control('seed', { microsoft: { shares: [{ owner: joan, email: ada, canEdit, listed: true }] } });
  async function granted(...more: string[]) {
    const grants = [{ email: ada, client_id: 'test', scope: [...scope, ...more].join(' ') }];
    const seeded = await microsoft.control('seed', { microsoft: { grants } });
    const [grant] = (seeded as { microsoft: { grants: { access_token: string }[] } }).microsoft.grants;
    return microsoft.provider(fixed(grant!.access_token, [...scope, ...more]), { push: true });
  }
  const shared = async (provider: Awaited<ReturnType<typeof granted>>) =>
    (await provider.calendars()).find(({ href }) => href === joansId);

  it('given no permission for shared calendars, when listed, then only the own ones: the events of others cannot be read', async () => {
    await share(true);
    expect((await (await granted()).calendars()).map(({ name }) => name)).toEqual(['Home']);
  });

  it.each([
    [['Calendars.Read.Shared'], true, true],
    [['Calendars.ReadWrite.Shared'], false, true],
    [['Calendars.ReadWrite.Shared'], true, false],
  ])(
    'given %j and canEdit %s, when listed, then it is not primary, and readonly is %s',
    async (more, canEdit, readonly) => {
      await share(canEdit);
      expect(await shared(await granted(...more))).toMatchObject({ readonly, primary: false });
    },
  );

  it('given a shared calendar, when read, written and read again, then by its own path, as one’s own', async () => {
    await share(true);
    const provider = await granted('Calendars.ReadWrite.Shared');
    const calendar = (await shared(provider))!;
    const first = await readChangesOf(provider, calendar, { cursor: null });
    expect(first.changed.map(({ series }) => series.master?.summary)).toEqual(['Joan is away']);
    const { href } = first.changed[0]!;
    expect((await microsoft.raw('GET', `/me/events/${href}`)).status).toBe(404);

    const change = {
      summary: 'Stand-in',
      start: { local: '2026-12-02T10:00:00', tzid: 'Europe/London' },
      end: { local: '2026-12-02T11:00:00', tzid: 'Europe/London' },
    };
    const target = { uid: `evt_${'0'.repeat(24)}@kalends`, href: null };
    const written = await provider.upsert(calendar, target, { change, now });
    const next = await readChangesOf(provider, calendar, { cursor: first.cursor, known: knownOf(first.changed) });
    expect(next.changed.map((one) => one.href)).toEqual([written.href]);
    await provider.remove(calendar, { ...target, href: written.href });
    const last = await readChangesOf(provider, calendar, { cursor: next.cursor, known: knownOf([written]) });
    expect(last.removed).toEqual([written.href]);
  });

  it('given a private event in it, when read, then it has times only', async () => {
    await share(false);
    const secret = { ...at('Salary talk', '12'), sensitivity: 'private' };
    await microsoft.control('seed', { microsoft: { events: [{ email: joan, event: secret }] } });
    const provider = await granted('Calendars.Read.Shared');
    const { changed } = await readChangesOf(provider, (await shared(provider))!, { cursor: null });
    expect(changed.map(({ series }) => series.master?.summary).sort()).toEqual(['Joan is away', 'Private Appointment']);
  });

  it('given a shared calendar, when subscribed, then Microsoft refuses, and it is only polled', async () => {
    await share(true);
    const provider = await granted('Calendars.ReadWrite.Shared');
    const channel = { channelId: 'c1', address: 'http://127.0.0.1:9/notify', token: 'proof' };
    await expect(provider.watch!((await shared(provider))!, channel)).rejects.toMatchObject({ failure: 'refused' });
  });

  it('given a calendar that is no longer shared, when listed, then it is gone; its read reports that', async () => {
    await share(true);
    const provider = await granted('Calendars.ReadWrite.Shared');
    const calendar = (await shared(provider))!;
    await microsoft.control('seed', {
      microsoft: { shares: [{ owner: joan, email: ada, canEdit: false, listed: false }] },
    });
    expect(await shared(provider)).toBeUndefined();
    await expect(readChangesOf(provider, calendar, { cursor: null })).rejects.toMatchObject({
      failure: 'calendar-gone',
    });
  });
});
