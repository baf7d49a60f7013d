import process from 'node:process';
import { parseArgs } from 'node:util';
import { startFlags, startEmbedded } from '../harness/deployment.js';
import { Kalends } from '../harness/kalends.js';
import { connectCalendars, sendMails, sendRequests, type FuzzContext } from './actors.js';
import { startHostileCaldav } from './caldav-server.js';
import { randomOf } from '../harness/random.js';
import { sendWithoutCredentials } from './strangers.js';
import { hurtOthers } from './tenants.js';
import { watchBystander } from './watch-bystander.js';
import { collectFindings, problemsOf, type Findings } from './watch.js';

const help = `npm run fuzz -- [--requests 10000] [--seed 20261124] [--profile <file>]

Sends hostile requests, mails and calendars to a Kalends of its own, as strangers, tenants and servers would, and ends with what it
found: 5xx, a blocked event loop, memory, a slow bystander. SIGINT to this process alone ends it early, with what it
found by then. --profile writes a profile of its main thread.
`;

/** The program's arguments; ends the program with a usage text if they are none of its own. */
function readArguments() {
  try {
    const { values } = parseArgs({
      options: {
        requests: { type: 'string', default: '10000' },
        seed: { type: 'string', default: '20261124' },
        profile: { type: 'string' },
        help: { type: 'boolean', short: 'h', default: false },
      },
    });
    const isNumber = (text: string) => /^[1-9]\d{0,8}$/.test(text);
    if (!values.help && isNumber(values.requests) && isNumber(values.seed)) return values;
    process.stdout.write(help);
    process.exit(values.help ? 0 : 2);
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n\n${help}`);
    process.exit(2);
  }
}

const values = readArguments();
const [requests, seed] = [Number(values.requests), Number(values.seed)];
/** Against what hangs. */
const longestMs = 60_000 + 60 * requests;
const random = randomOf(seed);

const profiler = new URL('profile.js', import.meta.url).href;
const profiling = { NODE_OPTIONS: `--import=${profiler}`, PROFILE_FILE: values.profile ?? '' };
const running = await startEmbedded(values.profile ? profiling : {}, await startFlags());
const { deployment, processes } = running;
const pid = processes[0]!.child.pid!;
const caldav = await startHostileCaldav(random.fork(), 0.15);
const findings: Findings = { serverErrors: [], blockedMs: 0, memoryMb: 0, bystanderMs: 0 };
const sent = { http: 0, smtp: 0, caldav: 0 };
let isDone = false;
processes[0]!.child.once('exit', (code, signal) => (findings.ended = `code ${code}, signal ${signal}`));
let isInterrupted = false;
process.once('SIGINT', () => (isInterrupted = true));
const hasEnded = () => findings.ended !== undefined || isInterrupted;
const field = (count: number): FuzzContext => ({
  ...{ kalends: new Kalends(deployment), random: random.fork(), findings, sent, hasEnded },
  count: Math.ceil(count),
});
setTimeout(() => (findings.ended ??= `not done after ${longestMs / 1_000} s`), longestMs).unref();

process.stdout.write(`fuzz: seed ${seed}, ${requests} requests, log in ${deployment.logFile}\n`);
const watching = (async () => {
  for (let next = Date.now() + 1_000; !isDone && !hasEnded(); next += 1_000) {
    await collectFindings(findings, deployment.metricsUrls[0]!, pid).catch((error: unknown) =>
      findings.ended === undefined ? findings.serverErrors.push(`metrics: ${String(error)}`) : undefined,
    );
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, next - Date.now())));
    if (next % 10_000 < 1_000) process.stdout.write(`fuzz: ${JSON.stringify({ ...sent, ...findings, serverErrors: findings.serverErrors.length })}\n`); // prettier-ignore
  }
})();
const stopBystander = await watchBystander(new Kalends(deployment));
const actors = [
  sendRequests(field(requests / 2)),
  sendRequests(field(requests / 2)),
  sendMails(field(requests / 20)),
  connectCalendars(field(requests / 1_500), caldav.url),
  sendWithoutCredentials(field(requests / 50)),
  hurtOthers(field(requests / 20)),
];
const outcomes = await Promise.allSettled(actors);
isDone = true;
const felt = await stopBystander();
findings.bystanderMs = felt.p99;
findings.serverErrors.push(...felt.failures.map((one) => `bystander: ${one}`));
outcomes.push(...(await Promise.allSettled([watching])));
const failures = outcomes.flatMap((one) => (one.status === 'rejected' ? [String(one.reason)] : []));
const problems = [...problemsOf(findings), ...(findings.ended ? [] : failures)];
processes[0]!.child.removeAllListeners('exit');
await running.stop();
await caldav.stop();
process.stdout.write(`fuzz: ${JSON.stringify(sent)}, event loop blocked for ${findings.blockedMs} ms at most, ${findings.memoryMb} MB, ${felt.reads} reads of a bystander: p50 ${felt.p50} ms, p99 ${felt.p99} ms\n`); // prettier-ignore
for (const one of [...problems, ...findings.serverErrors.slice(0, 20)]) process.stdout.write(`fuzz: ${one}\n`);
process.exit(problems.length === 0 ? 0 : 1);
