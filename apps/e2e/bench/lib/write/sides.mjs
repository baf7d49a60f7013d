// The contestants, each in its own processes, on one durable PostgreSQL server.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { freePort, waitUntil } from '@kalends/testing';
import { startFlags, startDistributed, startEmbedded } from '../../../dist/harness/deployment.js';
import { Drained } from '../../../dist/harness/drained.js';
import { Kalends } from '../../../dist/harness/kalends.js';
import { cpuOfPostgres, cpuOfProcesses } from './cpu.mjs';
import { batchOf } from './workloads.mjs';
import { drive } from './drive.mjs';

const bareEntry = fileURLToPath(new URL('bare-writes.mjs', import.meta.url));
const settings = { LOG_LEVEL: 'error', SYNC_INTERVAL: '3600' };

/** Processor time of a side's Node processes and of PostgreSQL so far, ms. */
const cpuOf = (pids, postmaster) => () => ({ node: cpuOfProcesses(pids), postgres: cpuOfPostgres(postmaster) });

/** All five services: in one process as in `npm start`, or in five with `brokers`; `more`: further settings. */
export async function startOurs(postgres, database, brokers, more = {}) {
  const env = { ...settings, DATABASE_URL: await postgres.createDatabase(database), ...more };
  const running = brokers
    ? await startDistributed(brokers, env, startFlags)
    : await startEmbedded(env, await startFlags());
  const drained = await Drained.watch(env.DATABASE_URL);
  return {
    kalends: new Kalends(running.deployment),
    base: running.deployment.baseUrl,
    database,
    drained,
    cpu: cpuOf(
      running.processes.map(({ child }) => child.pid),
      postgres.pid,
    ),
    settled: ({ people }) => drained.until(people.map(({ sub }) => sub)),
    stop: async () => {
      await drained.stop();
      await running.stop();
    },
  };
}

/** A baseline, with as many connections as it has use for on two processors; `fair`: with what any such service must do. */
export async function startBare(postgres, database, { fair = false } = {}) {
  const port = await freePort();
  const url = await postgres.createDatabase(database);
  const env = { DATABASE_URL: url, PORT: String(port), DATABASE_POOL: '10', FAIR: fair ? '1' : '' };
  const child = spawn(process.execPath, [bareEntry], { env, stdio: ['ignore', 'ignore', 'inherit'] });
  const base = `http://127.0.0.1:${port}`;
  const answers = () => fetch(base).then(({ ok }) => ok);
  await waitUntil(answers, { timeout: 30_000, what: 'the bare process' });
  return {
    base,
    cpu: cpuOf([child.pid], postgres.pid),
    /** Makes the tokens of a world known. */
    prepare: ({ application, people }) =>
      fetch(`${base}/tokens`, {
        method: 'POST',
        body: JSON.stringify([application.client_secret, ...people.map(({ access_token }) => access_token)]),
      }),
    settled: () => waitUntil(answers, { timeout: 60_000, interval: 2, what: 'the projection' }),
    stop: async () => {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
    },
  };
}

/** An application with this many new accounts. */
export async function newWorld({ kalends }, size) {
  const application = await kalends.application();
  const people = [];
  for (let index = 0; index < size; index += 1)
    people.push(await kalends.account(application, { email: `person${index}@example.com` }));
  return { application, people };
}

/** Events `from` to `from + count` of each person. */
export async function prepareEvents({ base }, { people }, from, count) {
  const batches = people.flatMap((person) =>
    Array.from({ length: Math.ceil(count / 50) }, (_, index) =>
      batchOf(person, from + index * 50, Math.min(50, count - index * 50)),
    ),
  );
  await drive({ base, requestOf: (n) => batches[n], inFlight: 8, limit: batches.length });
}
