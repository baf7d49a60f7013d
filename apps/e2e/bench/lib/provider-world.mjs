// What the measurements of providers in bench:sync share.
import { setTimeout as delay } from 'node:timers/promises';
import { freePort, waitUntil } from '@kalends/testing';
import { install } from '../../dist/convergence/installation.js';

export const day = 86_400_000;
export const patient = { timeout: 300_000, interval: 20 };
export const iso = (ms) => `${new Date(ms).toISOString().slice(0, 19)}Z`;
export const ms = (value) => `${Math.round(value)} ms`;
const quantile = (values, q) => [...values].sort((a, b) => a - b)[Math.floor(values.length * q)];

/** The simulator in one process, all of Kalends in another, with an application. */
export async function started(settings) {
  const installation = await install(undefined, settings);
  const redirect = `http://127.0.0.1:${await freePort()}/back`;
  return { ...installation, application: await installation.kalends.application([redirect]) };
}

export async function firstPage({ kalends }, account, query = '') {
  const headers = { authorization: `Bearer ${account.access_token}` };
  const answer = await fetch(kalends.url(`/v1/events?tzid=Etc/UTC${query}`), { headers });
  if (answer.status !== 200) throw new Error(`reading events: ${answer.status}`);
  return answer.json();
}

/**
 * From a change at a provider until `GET /v1/events` shows it. `change` adds `Event <index>` at a time (epoch ms) with
 * another program; the first one, which warms up, is not counted.
 */
export async function pushRow(world, account, { provider, changes, change }) {
  const soon = Math.floor(Date.now() / day) * day + day;
  const times = [];
  for (let index = 0; index <= changes; index += 1) {
    const start = soon + index * 3_600_000;
    const summary = `Event ${index}`;
    const window = `&from=${iso(start)}&to=${iso(start + 60_000)}`;
    const shown = async () => (await firstPage(world, account, window)).events.some((one) => one.summary === summary);
    const began = performance.now();
    await change(index, start);
    await waitUntil(shown, { ...patient, what: `the push of ${summary}` });
    times.push(performance.now() - began);
    await delay(50);
  }
  const [p50, p95] = [0.5, 0.95].map((q) => quantile(times.slice(1), q));
  return {
    measure: `change at ${provider}, pushed, until reads show it: p95 of ${changes} in ms (p50 ${ms(p50)})`,
    ours: ms(p95),
    ratio: p95,
    bound: 2_000,
  };
}
