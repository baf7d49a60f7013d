import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { losesRights } from '@kalends/provider-port';
import type { RemoteEvent } from '@kalends/provider-port/sync';
import { rightsIn } from '../rights.js';
import { ada, fixed, scope, startGoogle, type Granted, type SimulatedGoogle } from './google.fixture.js';

const scopes = (...names: string[]) => names.map((name) => `${scope}.${name}`);
const lists = 'calendarlist.readonly';
const meeting = {
  summary: 'Board meeting',
  start: { local: '2026-12-01T15:30:00', tzid: 'Europe/London' },
  end: { local: '2026-12-01T17:00:00', tzid: 'Europe/London' },
};

const times = {
  start: { dateTime: '2026-12-01T10:00:00', timeZone: 'Europe/London' },
  end: { dateTime: '2026-12-01T11:00:00', timeZone: 'Europe/London' },
};

describe('rights granted at Google', () => {
  it.each([
    [[scope], 'write', true],
    [scopes('events', lists), 'write', false],
    [scopes('events.readonly', lists), 'read', false],
    [scopes('readonly'), 'read', false],
    [scopes('events.freebusy', lists, 'app.created'), 'times', true],
    [[], 'times', false],
  ])('given %j, when read, then %s, calendars: %s', (granted, events, createsCalendars) => {
    expect(rightsIn(granted)).toEqual({ events, createsCalendars });
  });

  it.each([
    ['events', 'events.readonly', true],
    ['events.readonly', 'events.freebusy', true],
    ['events.freebusy', 'events.readonly', false],
    ['events.readonly', 'events', false],
    ['events', 'events', false],
  ])('given %s, when it would be replaced by %s, then rights are lost: %s', (present, next, expected) => {
    expect(losesRights(rightsIn(scopes(present)), rightsIn(scopes(next)))).toBe(expected);
    expect(losesRights(rightsIn(scopes(present, 'app.created')), rightsIn(scopes(present)))).toBe(true);
    expect(losesRights(rightsIn(scopes('events.freebusy', 'app.created')), rightsIn(scopes('events')))).toBe(false);
  });
});

describe('a Google account with few rights', () => {
  let google: SimulatedGoogle;
  beforeEach(async () => void (google = await startGoogle()));
  afterEach(() => google.close());

  async function withScopes(...names: string[]) {
    const granted = scopes(...names);
    const [grant] = (await google.seeded({
      grants: [{ email: ada, client_id: 'test', scope: granted.join(' ') }],
    })) as [Granted];
    return google.provider(fixed(grant.access_token, granted));
  }

  async function read(provider: Awaited<ReturnType<typeof withScopes>>, known = new Map<string, string>()) {
    const [calendar] = await provider.calendars();
    const changed: RemoteEvent[] = [];
    await provider.changes(calendar!, { cursor: null, known }, async (batch) => void changed.push(...batch.changed));
    return changed;
  }

  it('given the right to read, when listed, then the own calendar is read-only, its events are read, and a write is refused, not the account', async () => {
    await google.others('POST', undefined, { id: 'aaaaa', summary: 'Theirs', ...times });
    const provider = await withScopes('events.readonly', lists);
    const [calendar] = await provider.calendars();
    expect(calendar).toMatchObject({ href: ada, primary: true, readonly: true });
    expect((await read(provider)).map(({ series }) => series.master!.summary)).toEqual(['Theirs']);
    const write = provider.upsert(calendar!, { uid: 'x@kalends', href: null }, { change: meeting, now: 0 });
    await expect(write).rejects.toMatchObject({
      failure: 'refused',
      message: expect.stringContaining('not permitted'),
    });
    await expect(provider.remove(calendar!, { uid: 'x', href: 'aaaaa' })).rejects.toMatchObject({ failure: 'refused' });
  });

  it('given the right to write, when listed, then the own calendar is writable', async () => {
    expect(await (await withScopes('events', lists)).calendars()).toMatchObject([{ href: ada, readonly: false }]);
  });

  it('given times only and then the right to read, when read again, then the same event shows its details', async () => {
    await google.others('POST', undefined, { id: 'aaaaa', summary: 'Theirs', ...times });
    const [before] = await read(await withScopes('events.freebusy', lists));
    expect(before!.series.master).toMatchObject({ summary: '', start: { local: '2026-12-01T10:00:00' } });
    const known = new Map([[before!.href, before!.etag]]);
    expect(await read(await withScopes('events.freebusy', lists), known)).toEqual([]);
    const [after] = await read(await withScopes('events.readonly', lists), known);
    expect(after!.series.master).toMatchObject({ summary: 'Theirs' });
  });
});
