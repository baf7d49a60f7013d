import type { AvailabilityReply } from '@kalends/contracts';
import { toIso } from '@kalends/icalendar';

type Found = Extract<AvailabilityReply, { outcome: 'found' }>;

const times = ({ start, end }: { start: number; end: number }) => ({ start: toIso(start), end: toIso(end) });

/** What was found, and why the rest was not; `names`: of accounts, by their ids. */
export function presentExplanation(reply: Found, names: ReadonlyMap<string, string>) {
  const { people, found, unknown, unavailable = [], refusals = [] } = reply;
  const reasons = new Map(unknown.map(({ sub, reason }) => [sub, reason]));
  return {
    available: found.map((one) => ({
      ...times(one),
      participants: one.participants.map((place) => ({ sub: people[place]! })),
    })),
    unavailable: unavailable.map((one) => ({ ...times(one), members: one.members })),
    members: refusals.map(({ sub, refused }) => ({
      sub,
      name: names.get(sub) ?? null,
      unknown: reasons.get(sub) ?? null,
      refused: refused.map(({ reason, ...period }) => ({ ...times(period), reason })),
    })),
  };
}
