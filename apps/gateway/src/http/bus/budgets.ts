import type { RequestBudgetRecord } from '@kalends/contracts';
import type { ReplyOf, Services } from './services.js';

/** Requests against a provider's limits. */
const presentBudget = ({ minute, day, closed_until }: RequestBudgetRecord) => ({
  minute,
  day,
  closed_until: closed_until === null ? null : new Date(closed_until).toISOString(),
});

export type PresentedBudget = ReturnType<typeof presentBudget>;

/** By provider, from the replies of services of which one has budgets. */
export const budgetsIn = (
  replies: readonly { reply: ReplyOf<'numbers'> | null }[],
): ReadonlyMap<string, PresentedBudget> =>
  new Map(replies.flatMap(({ reply }) => reply?.budgets ?? []).map((one) => [one.provider, presentBudget(one)]));

/** By provider; empty while calendar-sync does not answer. `now`: epoch ms. */
export async function readBudgets(services: Services, now: number): Promise<ReadonlyMap<string, PresentedBudget>> {
  return budgetsIn(
    await services.requestEach(['calendar-sync'], () => ({ kind: 'read-numbers', since: now }), 'numbers'),
  );
}
