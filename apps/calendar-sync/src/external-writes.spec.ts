import type { EventRecord } from '@kalends/contracts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startEngine, type Engine } from './engine.fixture.js';
import { MemoryProvider, objectOf, plain } from '@kalends/provider-port/testing';

describe('writes to an event that the application did not create', () => {
  let provider: MemoryProvider;
  let engine: Engine;
  const href = '/home/theirs.ics';

  beforeEach(async () => {
    provider = new MemoryProvider();
    engine = await startEngine({ providerOf: () => provider });
    provider.put(href, objectOf('theirs@someone.example', ...plain, 'X-SEAT:14'));
    await engine.syncNow();
  });
  afterEach(() => engine.stop());

  /** The event as readers see it. */
  async function shown(): Promise<EventRecord> {
    const records = [...(await engine.state()).values()];
    return records.find((record): record is EventRecord => record.kind === 'event')!;
  }
  const refused = async () => (await engine.pool.query('SELECT reason FROM refused_write')).rows;

  it('given an edit, then the provider has it beside everything else, and nobody takes it for a change elsewhere (EVT-30)', async () => {
    const before = await shown();
    await engine.writeExternal(before, { summary: 'Edited' });
    await engine.sendWrites();
    await engine.syncNow();
    const after = await shown();
    expect(after).toMatchObject({ deleted: false, series: { master: { summary: 'Edited' } } });
    expect([after.event_id, after.elsewhere_revision]).toEqual([undefined, before.elsewhere_revision]);
    expect(provider.read(href)).toContain('SUMMARY:Edited');
    expect(provider.read(href)).toContain('X-SEAT:14');
  });

  it('given a deletion, then it is gone at the provider, and nobody takes it for a change elsewhere (EVT-30)', async () => {
    const before = await shown();
    await engine.writeExternal(before, null);
    await engine.sendWrites();
    await engine.syncNow();
    expect(await shown()).toMatchObject({ deleted: true, elsewhere_revision: before.elsewhere_revision });
    expect(provider.hrefs()).toEqual([]);
  });

  it('given an edit of an event that its user has deleted meanwhile, then it stays deleted (EVT-28)', async () => {
    const before = await shown();
    provider.drop(href);
    await engine.writeExternal(before, { summary: 'Edited' });
    await engine.sendWrites();
    await engine.syncNow();
    expect(provider.hrefs()).toEqual([]);
    expect(await shown()).toMatchObject({ deleted: true });
    expect(await refused()).toMatchObject([{ reason: 'The event no longer exists.' }]);
  });

  it.each([
    ['an edit', { summary: 'Edited' }],
    ['a deletion', null],
  ])(
    'given %s of an event that recurs by now, then it is refused and readers see the series (EVT-29)',
    async (_what, change) => {
      const before = await shown();
      provider.put(href, objectOf('theirs@someone.example', ...plain, 'RRULE:FREQ=DAILY;COUNT=3'));
      await engine.writeExternal(before, change);
      await engine.sendWrites();
      await engine.syncNow();
      expect(provider.read(href)).toContain('SUMMARY:Theirs');
      expect(await shown()).toMatchObject({
        deleted: false,
        series: { recurrence: { rrules: ['FREQ=DAILY;COUNT=3'] } },
      });
      expect(await refused()).toHaveLength(1);
    },
  );

  it("given the user's answer to an invitation that recurs, then it is written for the series (EVT-19)", async () => {
    const attendee = 'ATTENDEE;PARTSTAT=NEEDS-ACTION:mailto:ada@example.com';
    provider.put(href, objectOf('theirs@someone.example', ...plain, 'RRULE:FREQ=DAILY;COUNT=3', attendee));
    await engine.syncNow();
    const own_attendance = { addresses: ['ada@example.com'], status: 'accepted' as const };
    await engine.writeExternal(await shown(), { own_attendance });
    await engine.sendWrites();
    expect(provider.read(href)).toContain('PARTSTAT=ACCEPTED');
    expect(await refused()).toEqual([]);
  });
});
