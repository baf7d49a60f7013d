import type { EventChange, EventRecord, WriteEventCommand } from '@kalends/contracts';
import { nextRevision, recordAfterWrite } from '@kalends/event-writes';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { accountId, eventUid, meeting, startEngine, uidFor, type Engine } from '../engine.fixture.js';
import { MemoryProvider, objectOf } from '@kalends/provider-port/testing';
import { ProviderError } from '@kalends/provider-port/sync';

const name = 'board';
const times = ['DTSTART:20261201T153000Z', 'DTEND:20261201T170000Z'];

describe('writes that the gateway has decided', () => {
  let provider: MemoryProvider;
  let engine: Engine;
  let calendarId: string;
  let command: number;

  beforeEach(async () => {
    provider = new MemoryProvider();
    engine = await startEngine({ providerOf: () => provider });
    await engine.syncNow();
    const { rows } = await engine.pool.query<{ calendar_id: string }>('SELECT calendar_id FROM calendar');
    calendarId = rows[0]!.calendar_id;
    command = 0;
  });
  afterEach(() => engine.stop());

  const published = () => engine.event(name);

  /** The gateway's command for a write that it decides on this record. */
  function decidedOn(present: EventRecord | undefined, change: EventChange, more: Partial<EventRecord> = {}) {
    const own_addresses = ['ada@example.com'];
    const place = { account_id: accountId, calendar_id: calendarId, event_uid: eventUid(name), event_id: name };
    const write = { operation: 'upsert' as const, change, accepted_at: engine.clock.now() };
    const after = recordAfterWrite(present ?? null, write, { ...place, floating_tzid: 'Europe/London', own_addresses });
    command += 1;
    const revision = nextRevision(present?.revision ?? 0, engine.clock.now());
    const record: EventRecord = { ...after, command, revision, ...more };
    const { event_uid, event_id, account_id, calendar_id } = place;
    const body: WriteEventCommand = {
      ...{ kind: 'write-event', account_id, calendar_id, event_uid, event_id, command, ...write },
      decided: { on: present?.revision ?? 0, record },
    };
    return { body, record };
  }

  /** The user changes it at the provider, and a sync publishes that. */
  async function changedByUser(...lines: string[]): Promise<void> {
    await engine.sendWrites();
    const [href] = provider.hrefs();
    provider.put(href!, objectOf(uidFor(name), ...times, ...lines));
    await engine.syncNow();
  }

  it('given a record decided on the present one, when handled, then it is published as it is', async () => {
    const first = decidedOn(undefined, meeting);
    await engine.handle(first.body);
    expect(await published()).toEqual(first.record);
    const second = decidedOn(first.record, { summary: 'Moved' });
    await engine.handle(second.body);
    expect(await published()).toEqual(second.record);
  });

  it('given two writes of one event in one batch, when handled, then the second is published as decided on the first', async () => {
    const first = decidedOn(undefined, meeting);
    const second = decidedOn(first.record, { summary: 'Moved' });
    expect(await engine.handleBatch([first.body, second.body])).toEqual([]);
    expect(await published()).toEqual(second.record);
  });

  it('given a write, when its provider has it, then the provider is sent the change', async () => {
    await engine.handle(decidedOn(undefined, meeting).body);
    await engine.sendWrites();
    expect(provider.read(provider.hrefs()[0]!)).toContain('SUMMARY:Board meeting');
  });

  it('given a change at the provider since the decision, when handled, then the write is decided on that, with a later revision', async () => {
    const first = decidedOn(undefined, meeting);
    await engine.handle(first.body);
    await changedByUser('SUMMARY:Board meeting', 'DESCRIPTION:Theirs');
    const late = decidedOn(first.record, { summary: 'Ours' }, { revision: engine.clock.now() + 5_000 });
    await engine.handle(late.body);
    const after = await published();
    expect(after).toMatchObject({ command: 2, series: { master: { summary: 'Ours', description: 'Theirs' } } });
    expect(after!.revision).toBeGreaterThan(late.record.revision);
  });

  it('given several writes decided before a change at the provider, when handled, then all are decided again', async () => {
    const first = decidedOn(undefined, meeting);
    await engine.handle(first.body);
    await changedByUser('SUMMARY:Board meeting', 'DESCRIPTION:Theirs');
    const second = decidedOn(first.record, { summary: 'Ours' });
    const third = decidedOn(second.record, { location: { description: 'Room 3' } });
    expect(await engine.handleBatch([second.body, third.body])).toEqual([]);
    expect(await published()).toMatchObject({
      series: { master: { summary: 'Ours', description: 'Theirs', location: { description: 'Room 3' } } },
    });
  });

  it.each<[string, Partial<EventRecord>]>([
    ['addresses', { own_addresses: ['formerly@example.com'] }],
    ['zone', { floating_tzid: 'Europe/Paris' }],
    ['UID', { series: { uid: 'another', master: null, overrides: [] } }],
  ])(
    'given a record with another %s than the calendar has by now, then the write is decided again',
    async (_what, more) => {
      await engine.handle(decidedOn(undefined, meeting, more).body);
      expect(await published()).toMatchObject({
        own_addresses: ['ada@example.com'],
        floating_tzid: 'Europe/London',
        series: { uid: uidFor(name), master: { summary: 'Board meeting' } },
      });
    },
  );

  it('given a refusal that the gateway had not seen, when the next write is handled, then the refusal stays on record', async () => {
    await engine.handle(decidedOn(undefined, meeting).body);
    const seen = (await published())!;
    provider.failure = new ProviderError('refused', 'Not today.');
    await engine.sendWrites();
    provider.failure = undefined;
    await engine.handle(decidedOn(seen, { summary: 'Again' }).body);
    expect(await published()).toMatchObject({ command: 2, refused_write: { command: 1 } });
  });
});
