import { metrics } from '@kalends/service-runtime';
import type { Purpose } from './purpose.js';
import type { RequestBudget } from './request-budget.js';

/** A budget, and the `provider_name` of the profiles whose requests it counts. */
export interface NamedBudget {
  budget: RequestBudget;
  names: readonly string[];
}

/** How much of a provider's limits is used; a limit that it has not is null. */
export interface BudgetReport {
  provider: string;
  minute: { used: number; limit: number | null };
  day: { used: number; limit: number | null; forecast: number };
  /** Until when the provider wants fewer requests, epoch ms. */
  closed_until: number | null;
}

const finite = (limit: number): number | null => (Number.isFinite(limit) ? limit : null);

/** The budgets of all providers that have limits for our client. */
export class Budgets {
  constructor(private readonly named: readonly NamedBudget[]) {}

  get all(): RequestBudget[] {
    return this.named.map(({ budget }) => budget);
  }

  /** Of which providers, by `provider_name`, a task for this would have to wait. */
  shortFor(purpose: Purpose): string[] {
    return this.named.flatMap(({ budget, names }) => (budget.isShort(purpose) ? names : []));
  }

  reports(): BudgetReport[] {
    return this.all.map((budget) => ({
      provider: budget.options.provider,
      minute: { used: budget.window.used, limit: finite(budget.perMinute) },
      day: { used: budget.day.today, limit: finite(budget.perDay), forecast: budget.forecast },
      closed_until: budget.closure.until,
    }));
  }

  /** Sets the gauges. */
  measure(): void {
    for (const { provider, minute, day } of this.reports()) {
      metrics.providerBudgetForecast.set({ provider }, day.forecast);
      for (const [window, { used, limit }] of Object.entries({ minute, day })) {
        metrics.providerBudgetUsed.set({ provider, window }, used);
        if (limit !== null) metrics.providerBudgetLimit.set({ provider, window }, limit);
      }
    }
  }
}
