import { parentPort, workerData } from 'node:worker_threads';
import { setTimeout as pause } from 'node:timers/promises';

/** Time between two reads, ms. */
const restMs = 50;

const { url, refreshing, ...given } = workerData as {
  url: string;
  token: string;
  refreshing: { url: string; body: string };
};
let { token } = given;
const times: number[] = [];
const failures: string[] = [];
let isDone = false;
parentPort!.once('message', () => (isDone = true));

/** An access token is valid for an hour. */
async function refresh(): Promise<void> {
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(refreshing.url, { method: 'POST', headers, body: refreshing.body });
  ({ access_token: token } = (await answer.json()) as { access_token: string });
}

/** A thread of its own: what the attackers compute would be measured too. */
while (!isDone) {
  const from = performance.now();
  try {
    const answer = await fetch(url, { headers: { authorization: `Bearer ${token}` } });
    const text = await answer.text();
    if (answer.status === 401 && text.includes('expired')) await refresh();
    else if (answer.status !== 200) failures.push(`${answer.status} ${text.slice(0, 200)}`);
  } catch (error) {
    failures.push(String((error as { cause?: unknown }).cause ?? error));
  }
  times.push(performance.now() - from);
  await pause(restMs);
}
times.sort((a, b) => a - b);
const at = (share: number) => Math.round(times[Math.min(times.length - 1, Math.floor(share * times.length))] ?? 0);
parentPort!.postMessage({ reads: times.length, p50: at(0.5), p99: at(0.99), failures });
parentPort!.close();
