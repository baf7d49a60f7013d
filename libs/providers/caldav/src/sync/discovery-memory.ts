import type { OpenedPassword } from '@kalends/provider-port/sync';
import type { DiscoveryMemory } from './caldav-provider.js';
import type { Discovered } from './discovery.js';

const remembered = 10_000;

/** So that what a server has learnt to do is known within this time; a home that has moved is noticed at once. */
const rememberedMs = 86_400_000;

type Account = Pick<OpenedPassword, 'profileId' | 'url' | 'username'>;

/** The most recent discoveries, by address and user. */
export function createMemory(clock: () => number): (account: Account) => DiscoveryMemory {
  const known = new Map<string, { discovered: Discovered; at: number }>();
  return ({ profileId, url, username }) => {
    const key = JSON.stringify([profileId, url, username]);
    return {
      get: (withinMs = rememberedMs) => {
        const found = known.get(key);
        return found && clock() - found.at < withinMs ? found.discovered : undefined;
      },
      set: (discovered) => {
        known.delete(key);
        if (!discovered) return;
        known.set(key, { discovered, at: clock() });
        if (known.size > remembered) known.delete(known.keys().next().value!);
      },
    };
  };
}
