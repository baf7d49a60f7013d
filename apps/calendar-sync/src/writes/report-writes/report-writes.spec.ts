import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { MemoryProvider } from '@kalends/provider-port/testing';
import { ProviderError } from '@kalends/provider-port/sync';
import { accountId, meeting, startEngine, type Engine } from '../../engine.fixture.js';
import { ReportWritesHandler } from './report-writes.handler.js';

describe('reporting the writes of an account', () => {
  let engine: Engine;
  let provider: MemoryProvider;
  beforeEach(async () => {
    provider = new MemoryProvider();
    engine = await startEngine({ providerOf: () => provider });
    await engine.sync();
  });
  afterEach(() => engine.stop());

  const report = async (name?: string, account_id = accountId) => {
    const record = name === undefined ? undefined : (await engine.event(name))!;
    const event = record && { calendar_id: record.calendar_id, event_uid: record.event_uid };
    return new ReportWritesHandler(engine.pool).report({ account_id, ...(event ? { event } : {}) });
  };

  it('given a provider that is down, when reported, then the write waits with its attempts, its error and when it is next tried', async () => {
    await engine.write('one', meeting);
    provider.failure = new ProviderError('unavailable', 'Down.', { retryAfterMs: 60_000 });
    await engine.sendWrites();
    const { waiting, total, written } = await report('one');
    expect(waiting).toMatchObject([{ command: 1, operation: 'upsert', attempts: 1, last_error: 'Down.' }]);
    expect(waiting[0]!.next_attempt_at).toBeGreaterThanOrEqual(engine.clock.now() + 60_000);
    expect([total, written]).toEqual([1, null]);
    expect((await report()).waiting).toEqual(waiting);
    expect((await report(undefined, 'acc_other')).total).toBe(0);
  });

  it('given a write that its provider has accepted, when reported, then when, and with how many attempts', async () => {
    await engine.write('one', meeting);
    provider.failure = new ProviderError('unavailable', 'Down.');
    await engine.sendWrites();
    provider.failure = undefined;
    engine.clock.advance(3_600_000);
    await engine.sendWrites();
    expect(await report('one')).toEqual({
      waiting: [],
      total: 0,
      written: { command: 1, at: engine.clock.now(), attempts: 2 },
    });
  });
});
