import { roundsOf, skipFor } from '@kalends/testing';
import { describe, expect, inject, it } from 'vitest';
import { killWhileReplying, type KillOptions } from './harness/kill-while-replying.js';

const provided = inject('kalends');
const transport = 'skip' in provided ? 'kafka' : provided.deployment.transport;
const seed = Number(process.env.CRASH_SEED || 20261121);
const rounds = roundsOf('KALENDS_KILL_ROUNDS', { usual: 1, nightly: transport === 'kafka' ? 10 : 20 });
/** Safeguards without which damage shows: it takes many kills, at night. */
const removed: readonly ('outbox' | 'inbox')[] = process.env.KALENDS_NIGHTLY === '1' ? ['outbox', 'inbox'] : [];
/** Without a safeguard, killing continues until the damage shows, for at most this many rounds. */
const attempts = 12;
const hour = 3_600_000;

async function kill(options: Partial<KillOptions>) {
  const outcome = await killWhileReplying({ transport, rounds, seed, ...options });
  console.log(
    `${transport}${options.removedSafeguard ? ` without ${options.removedSafeguard}` : ''}: ` +
      `${outcome.accepted} replies, ${outcome.callbacks} callbacks, ${outcome.missing.length} missing, ` +
      `${outcome.underSeveralIds.length} under several ids (seed ${options.seed ?? seed})`,
  );
  return outcome;
}

describe('replies while services are killed', () => {
  it(
    `given kills between SMTP 250 and callback, when services restart, then every reply is reported once and in order (${transport}, ${rounds} rounds, seed ${seed}) (FC-40)`,
    async (context) => {
      if ('skip' in provided) return skipFor(context, provided.skip);
      const { accepted, missing, underSeveralIds, orders } = await kill({});
      expect(accepted).toBe(rounds * 8);
      expect({ missing, underSeveralIds }).toEqual({ missing: [], underSeveralIds: [] });
      for (const { reported, recorded } of orders) expect(reported).toEqual(recorded);
    },
    hour,
  );

  // the negative control: the test above must detect services that lack a safeguard
  it.for(removed)(
    `given services without their %s, when they are killed, then the test above would fail (${transport})`,
    { timeout: hour },
    async (removedSafeguard, context) => {
      if ('skip' in provided) return skipFor(context, provided.skip);
      let damage = 0;
      for (let attempt = 0; attempt < attempts && damage === 0; attempt += 1) {
        const { missing, underSeveralIds } = await kill({
          removedSafeguard,
          rounds: 20,
          seed: seed + attempt,
          timeoutMs: 10_000,
        });
        damage = removedSafeguard === 'outbox' ? missing.length : underSeveralIds.length;
      }
      expect(damage).toBeGreaterThan(0);
    },
  );
});
