import { Worker } from 'node:worker_threads';
import type { Kalends } from '../harness/kalends.js';

/** What a user of another application felt: durations of reads in ms, and those that failed. */
export interface Felt {
  reads: number;
  p50: number;
  p99: number;
  failures: string[];
}

/** Starts to read the events of a user whom nobody attacks; the returned function ends it. */
export async function watchBystander(kalends: Kalends): Promise<() => Promise<Felt>> {
  const user = await kalends.user();
  await kalends.upsert(user, {
    event_id: 'e1',
    summary: 'Nobody attacks this',
    start: '2026-12-01T10:00:00Z',
    end: '2026-12-01T11:00:00Z',
  });
  const url = kalends.url('/v1/events?tzid=Etc/UTC&from=2026-11-01&to=2027-01-01');
  const { client_id, client_secret } = user.application;
  const body = { grant_type: 'refresh_token', client_id, client_secret, refresh_token: user.refresh_token };
  const refreshing = { url: kalends.url('/oauth/token'), body: JSON.stringify(body) };
  const worker = new Worker(new URL('bystander.js', import.meta.url), {
    workerData: { url, token: user.access_token, refreshing },
  });
  const felt = new Promise<Felt>((resolve, reject) => {
    worker.once('message', resolve).once('error', reject);
  });
  felt.catch(() => undefined);
  return () => {
    worker.postMessage('done');
    return felt;
  };
}
