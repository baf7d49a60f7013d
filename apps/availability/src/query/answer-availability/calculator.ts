import { TooMuchWork, WorkBudget } from '@kalends/free-busy';
import { JobThread } from '@kalends/service-runtime';
import { compute, type Computed, type Question } from './compute.js';
import type { ComputeJob } from './compute-worker.js';

/** The bundle of `compute-worker.ts`: the relative path is the same from `src/` and from `dist/`. */
const bundled = new URL('../../../../../dist/compute-worker.js', import.meta.url);

/** About 50 ms: nearly every query needs a hundredth of it. */
const stepsPerSlice = 1_000_000;
/** About one or two seconds. */
const maxSteps = 20_000_000;
const deadlineMs = 6_000;
const heapMb = 512;
const idleMs = 60_000;
/** Queries of one application in the thread, running or waiting. */
const maxPerApplication = 2;
/** Of all applications: more could not be answered before their deadlines. */
const maxTotal = 6;

export type Refused = 'too-much-work' | 'too-many-at-once';

/**
 * Answers queries: inline while that blocks the event loop only briefly, beyond that in a separate thread, and not at all
 * beyond a budget and a deadline. The number of queries per application in the thread is limited.
 */
export class Calculator {
  private readonly thread = new JobThread<ComputeJob, Computed | 'too-much-work'>({
    program: bundled,
    name: 'availability calculator',
    heapMb,
    idleMs,
  });
  private readonly running = new Map<string, number>();

  async answer(clientId: string, question: Question): Promise<Computed | Refused> {
    try {
      return compute(question, new WorkBudget(stepsPerSlice));
    } catch (error) {
      if (!(error instanceof TooMuchWork)) throw error;
    }
    const own = this.running.get(clientId) ?? 0;
    const all = [...this.running.values()].reduce((sum, one) => sum + one, 0);
    if (own >= maxPerApplication || all >= maxTotal) return 'too-many-at-once';
    this.running.set(clientId, own + 1);
    try {
      const result = await this.thread.run({ question, steps: maxSteps }, deadlineMs);
      if (result.ok) return result.output;
      if (result.reason === 'deadline') return 'too-much-work';
      throw new Error(`availability could not be computed: ${result.detail}`);
    } finally {
      const remaining = this.running.get(clientId)! - 1;
      if (remaining === 0) this.running.delete(clientId);
      else this.running.set(clientId, remaining);
    }
  }

  close(): Promise<void> {
    return this.thread.close();
  }
}
