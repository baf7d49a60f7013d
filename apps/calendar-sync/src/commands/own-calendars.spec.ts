import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { accountId, eventUid, meeting, profileId, startEngine, uidFor, type Engine } from '../engine.fixture.js';

const noProvider = (): never => {
  throw new Error('the built-in provider needs no other provider');
};

describe('writes to a calendar of the built-in provider', () => {
  let engine: Engine;
  beforeEach(async () => {
    engine = await startEngine({ providerOf: noProvider });
    await engine.pool.query('DELETE FROM profile');
    const calendar = { calendar_id: 'cal_1', name: 'Home', tzid: 'Europe/London' };
    await engine.handle({
      kind: 'create-profile',
      account_id: accountId,
      profile_id: profileId,
      profile_name: 'Ada',
      own_addresses: ['ada@example.com'],
      calendar,
    });
  });
  afterEach(() => engine.stop());

  const records = async () => (await engine.published()).filter((one) => one.kind === 'event');
  const pending = async () => (await engine.pool.query('SELECT command FROM pending_write')).rowCount;

  it('given a write, when its command is handled, then it is applied and published once, and no work remains', async () => {
    await engine.write('board', meeting);
    expect(await pending()).toBe(0);
    expect(await engine.sendWrites()).toBe(0);
    expect(await records()).toMatchObject([
      {
        event_uid: eventUid('board'),
        command: 1,
        deleted: false,
        changed_at: engine.clock.now(),
        own_addresses: ['ada@example.com'],
        series: { uid: uidFor('board'), master: { summary: 'Board meeting', sequence: 0 } },
      },
    ]);
  });

  it('given an event, when its time changes and it is deleted, then each is published once, and a deleted event starts over', async () => {
    await engine.write('board', { ...meeting, description: 'Figures' });
    const moved = { local: '2026-12-02T09:00:00', tzid: 'Europe/London' };
    await engine.write('board', { start: moved, end: { ...moved, local: '2026-12-02T10:00:00' } });
    await engine.write('board', null);
    await engine.write('board', { ...meeting, summary: 'Another' });
    expect(await records()).toMatchObject([
      { command: 1, series: { master: { description: 'Figures' } } },
      { command: 2, series: { master: { description: 'Figures', summary: 'Board meeting', start: moved } } },
      { command: 3, deleted: true, series: { master: { start: moved } } },
      { command: 4, deleted: false, series: { master: { summary: 'Another', start: meeting.start } } },
    ]);
    expect((await records()).at(-1)).not.toMatchObject({ series: { master: { description: 'Figures' } } });
  });

  it('given a redelivered command, when handled, then nothing is published', async () => {
    await engine.write('board', meeting);
    const [first] = await records();
    await engine.handle({
      kind: 'write-event',
      account_id: accountId,
      calendar_id: 'cal_1',
      event_uid: eventUid('board'),
      event_id: 'board',
      command: 1,
      operation: 'upsert',
      change: { summary: 'Not this' },
      accepted_at: engine.clock.now(),
    });
    expect(await records()).toEqual([first]);
  });

  describe('that an older release left pending', () => {
    /** The older release published a write at once, and applied it to the calendar's own state later. */
    async function storePending(name: string, command: number, summary: string): Promise<void> {
      const key = eventUid(name);
      await engine.pool.query(
        `INSERT INTO pending_write (calendar_id, event_uid, command, account_id, profile_id, operation, change, accepted_at,
                                    next_attempt_at)
         VALUES ('cal_1', $1, $2, $3, $4, 'upsert', $5, 0, 0)`,
        [key, command, accountId, profileId, JSON.stringify({ summary })],
      );
      const published = `published || jsonb_build_object('command', $2::bigint, 'revision', revision + 1)`;
      await engine.pool.query(
        `UPDATE event SET command = $2, revision = revision + 1,
                          published = jsonb_set(${published}, '{series,master,summary}', to_jsonb($3::text))
         WHERE event_uid = $1`,
        [key, command, summary],
      );
    }

    it('given two, when written, then both are applied in order', async () => {
      await engine.write('board', meeting);
      await storePending('board', 2, 'Second');
      await storePending('board', 3, 'Third');
      await engine.sendWrites();
      await engine.sendWrites();
      expect(await pending()).toBe(0);
      expect(await engine.event('board')).toMatchObject({
        series: { master: { summary: 'Third', start: meeting.start } },
      });
    });

    it('given one, when another write arrives first, then both are applied, and nothing is pending', async () => {
      await engine.write('board', meeting);
      await storePending('board', 2, 'Second');
      await engine.handle({
        kind: 'write-event',
        account_id: accountId,
        calendar_id: 'cal_1',
        event_uid: eventUid('board'),
        event_id: 'board',
        command: 3,
        operation: 'upsert',
        change: { description: 'Figures' },
        accepted_at: engine.clock.now(),
      });
      expect(await pending()).toBe(0);
      expect(await engine.event('board')).toMatchObject({
        command: 3,
        series: { master: { summary: 'Second', description: 'Figures' } },
      });
    });
  });
});
