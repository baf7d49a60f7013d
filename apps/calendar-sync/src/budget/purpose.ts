/** What a request to a provider is for, the most urgent first. */
export const purposes = ['write', 'push', 'poll', 'first-sync'] as const;
export type Purpose = (typeof purposes)[number];

/** For whom and what a request is. */
export interface Requester {
  accountId: string;
  purpose: Purpose;
}

/** Up to which part of a minute's limit, and of a day's, requests are made: each purpose leaves room for those before it. */
interface Share {
  minute: number;
  /** Infinity: the provider itself decides. */
  day: number;
}

export const shares: Readonly<Record<Purpose, Share>> = {
  write: { minute: 1, day: Infinity },
  push: { minute: 0.95, day: 0.98 },
  poll: { minute: 0.8, day: 0.9 },
  'first-sync': { minute: 0.5, day: 0.8 },
};

/** What a sync of a profile is for. */
export const purposeOf = (profile: { initial_sync: string; notified_at: number | null }): Purpose =>
  profile.initial_sync !== 'done' ? 'first-sync' : profile.notified_at === null ? 'poll' : 'push';
