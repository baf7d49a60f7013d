import type { TestProject } from 'vitest/node';
import { startDistributed, startEmbedded, type Deployment, type Running } from './deployment.js';

/** What the e2e files receive: a deployment, or why there is none on this machine. */
export type Provided = { deployment: Deployment } | { skip: string };

declare module 'vitest' {
  export interface ProvidedContext {
    kalends: Provided;
  }
}

interface Kafka {
  brokers: string;
  stop(): Promise<void>;
}

/** Names below duckdns.org are this machine's for them. */
const settings = { NODE_OPTIONS: `--import=${new URL('./resolve-names.mjs', import.meta.url).href}` };

// by URL: the tool belongs to the repository, not to a package
const kafkaTool = new URL('../../../../tools/kafka/kafka.mjs', import.meta.url).href;

async function findKafka(): Promise<Kafka | { skip: string }> {
  if (process.env.KALENDS_TEST_KAFKA) return { brokers: process.env.KALENDS_TEST_KAFKA, stop: async () => undefined };
  const { missingForKafka, startKafka } = (await import(/* @vite-ignore */ kafkaTool)) as {
    missingForKafka(): Promise<string | undefined>;
    startKafka(): Promise<Kafka>;
  };
  const missing = await missingForKafka();
  return missing ? { skip: missing } : startKafka();
}

/** One deployment per project (`e2e-embedded`, `e2e-kafka` and the like), shared by its files, which use their own accounts. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  if (project.name.endsWith('-embedded')) return offer(project, await startEmbedded(settings), async () => undefined);
  const kafka = await findKafka();
  if ('skip' in kafka) {
    if (process.env.KALENDS_TEST_ALL === '1') throw new Error(`nothing may be skipped here, but: ${kafka.skip}`);
    project.provide('kalends', { skip: kafka.skip });
    return async () => undefined;
  }
  return offer(project, await startDistributed(kafka.brokers, settings), () => kafka.stop());
}

function offer(project: TestProject, running: Running, after: () => Promise<void>) {
  project.provide('kalends', { deployment: running.deployment });
  return async () => {
    await running.stop();
    await after();
  };
}
