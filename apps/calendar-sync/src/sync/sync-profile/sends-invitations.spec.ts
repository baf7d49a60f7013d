import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { profileId, startEngine, type Engine } from '../../engine.fixture.js';
import { MemoryProvider } from '@kalends/provider-port/testing';

describe('whether the server of a profile sends invitations', () => {
  let engine: Engine;
  let sends: boolean;
  beforeEach(async () => {
    const provider = Object.assign(new MemoryProvider(), { sendsInvitations: async () => sends });
    engine = await startEngine({ providerOf: () => provider });
  });
  afterEach(() => engine.stop());
  const profile = async () => (await engine.state()).get(profileId);

  it('given one that does, then its record states that, until a sync finds that it no longer does (EVT-45)', async () => {
    sends = true;
    await engine.sync();
    expect(await profile()).toMatchObject({ initial_sync: 'done', sends_invitations: true });
    sends = false;
    await engine.syncNow();
    expect(await profile()).not.toHaveProperty('sends_invitations');
  });
});
