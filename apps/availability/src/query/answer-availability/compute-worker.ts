import { parentPort } from 'node:worker_threads';
import { TooMuchWork, WorkBudget } from '@kalends/free-busy';
import type { JobMessage } from '@kalends/service-runtime';
import { compute, type Computed, type Question } from './compute.js';

export interface ComputeJob {
  question: Question;
  steps: number;
}

/** The program of the thread that answers long-running queries. */
const port = parentPort!;
const post = (message: JobMessage<Computed | 'too-much-work'>) => port.postMessage(message);

port.on('message', ({ question, steps }: ComputeJob) => {
  try {
    post({ output: compute(question, new WorkBudget(steps)) });
  } catch (error) {
    post(error instanceof TooMuchWork ? { output: 'too-much-work' } : { failed: String(error) });
  }
});
post({ ready: true });
