import type { OpenedPassword } from '@kalends/provider-port/sync';
import type { DiscoveryMemory } from './caldav-provider.js';
import type { Discovered } from './discovery.js';

const remembered = 10_000;

/** So that a user's changed addresses, and what a server has learnt to do, are known within this time. */
const rememberedMs = 3_600_000;

type Account = Pick<OpenedPassword, 'profileId' | 'url' | 'username'>;

/** The most recent discoveries, by address and user. */
export function createMemory(clock: () => number): (account: Account) => DiscoveryMemory {
  const known = new Map<string, { discovered: Discovered; until: number }>();
  return ({ profileId, url, username }) => {
    const key = JSON.stringify([profileId, url, username]);
    return {
      get: () => {
        const found = known.get(key);
        return found && found.until > clock() ? found.discovered : undefined;
      },
      set: (discovered) => {
        known.delete(key);
        if (!discovered) return;
        known.set(key, { discovered, until: clock() + rememberedMs });
        if (known.size > remembered) known.delete(known.keys().next().value!);
      },
    };
  };
}
