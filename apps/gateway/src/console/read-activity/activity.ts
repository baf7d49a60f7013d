import type { HourlyCount, ServiceName } from '@kalends/contracts';
import { providerNamed } from '@kalends/provider-registry';
import type { PresentedBudget } from '../../http/bus/budgets.js';
import type { ReplyOf } from '../../http/bus/services.js';

type Numbers = ReplyOf<'numbers'>;

const hourMs = 3_600_000;

/** The hour that began 23 hours before the current one, epoch ms. */
export const firstHour = (now: number): number => now - (now % hourMs) - 23 * hourMs;

const hourText = (ms: number): string => new Date(ms).toISOString().replace('.000Z', 'Z');

/** One entry for each of the 24 hours, also for those without counts. */
function byHour<Entry>(since: number, counts: readonly HourlyCount[], entryOf: (of: HourlyCount[]) => Entry) {
  return Array.from({ length: 24 }, (_, index) => {
    const hour = since + index * hourMs;
    return { hour: hourText(hour), ...entryOf(counts.filter((one) => one.hour === hour)) };
  });
}

const sum = (counts: readonly HourlyCount[], matches: (one: HourlyCount) => boolean): number =>
  counts.filter(matches).reduce((total, { count }) => total + count, 0);

/** A service's queues; null where it did not answer. */
export const presentQueue = ({ service, reply }: { service: ServiceName; reply: Numbers | null }) => ({
  service,
  answered: reply !== null,
  outbox: reply?.outbox.messages ?? null,
  outbox_seconds: reply?.outbox.oldest_s ?? null,
  inbox: reply?.inbox?.messages ?? null,
  dead_letters: reply?.dead_letters ?? null,
});

/** Attempts of callbacks in each hour from `since` (epoch ms) on. */
export const callbacksByHour = (since: number, counts: readonly HourlyCount[]) =>
  byHour(
    since,
    counts.filter(({ name }) => name === 'callbacks'),
    (of) => ({
      delivered: sum(of, ({ outcome }) => outcome === 'delivered'),
      failed: sum(of, ({ outcome }) => outcome !== 'delivered'),
    }),
  );

interface Found {
  counts: readonly HourlyCount[];
  /** Profiles that cannot be read, by provider. */
  failing: ReadonlyMap<string, number>;
  /** Of the providers that have limits. */
  budgets: ReadonlyMap<string, PresentedBudget>;
}

/** Requests are counted by provider, syncs and profiles by kind of account, of which a provider may have several. */
const providerOf = (name: string): string => {
  const known = providerNamed(name);
  return known?.consent ? known.id : name;
};

/** Requests and syncs of each provider. */
export function activityOfProviders(since: number, { counts, failing, budgets }: Found) {
  const called = counts
    .filter(({ name }) => name === 'requests' || name === 'syncs')
    .map((one) => ({ ...one, about: providerOf(one.about) }));
  const unread = new Map<string, number>();
  for (const [name, profiles] of failing) unread.set(providerOf(name), (unread.get(providerOf(name)) ?? 0) + profiles);
  const names = new Set([...called.map(({ about }) => about), ...unread.keys(), ...budgets.keys()]);
  return [...names].sort().map((provider) => ({
    provider,
    failing_profiles: unread.get(provider) ?? 0,
    budget: budgets.get(provider) ?? null,
    hours: byHour(
      since,
      called.filter(({ about }) => about === provider),
      (of) => ({
        requests: sum(of, ({ name }) => name === 'requests'),
        done: sum(of, ({ name, outcome }) => name === 'syncs' && outcome === 'done'),
        failed: sum(of, ({ name, outcome }) => name === 'syncs' && outcome !== 'done'),
      }),
    ),
  }));
}
