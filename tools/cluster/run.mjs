import { spawn } from 'node:child_process';
import { closeSync, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { environment, logs, namespace, state } from './places.mjs';

const lastLines = (text) => text.trim().split('\n').slice(-15).join('\n');
/** Arguments of nsenter. `ip netns exec` would hide the control groups, which the kubelet needs. */
const within = (command, args) => ['nsenter', [`--net=/run/netns/${namespace}`, command, ...args]];

/**
 * Runs a program and returns its standard output. `input`: text for its standard input; `cwd`; `log`: name of a file that
 * gets its output; `inside`: in the node's network namespace. Throws with its last lines when it fails.
 */
export async function run(command, args, { input, cwd, log, inside = false } = {}) {
  const [program, parameters] = inside ? within(command, args) : [command, args];
  const child = spawn(program, parameters, { cwd, env: environment(), stdio: 'pipe' });
  let [output, errors] = ['', ''];
  child.stdout.on('data', (chunk) => (output += chunk));
  child.stderr.on('data', (chunk) => (errors += chunk));
  child.stdin.on('error', () => undefined).end(input ?? '');
  const code = await new Promise((resolve) => child.once('close', resolve).once('error', resolve));
  if (log) writeFileSync(join(logs, `${log}.log`), output + errors);
  if (code !== 0) throw new Error(`${command} ${args.slice(0, 4).join(' ')}: ${code}\n${lastLines(output + errors)}`);
  return output;
}

/** Starts a program of the node in the background; its process id is kept for `down`. */
export function start(name, args, program = name) {
  mkdirSync(join(state, 'processes'), { recursive: true });
  const log = openSync(join(logs, `${name}.log`), 'w');
  const child = spawn(...within(program, args), { env: environment(), detached: true, stdio: ['ignore', log, log] });
  closeSync(log);
  writeFileSync(join(state, 'processes', name), String(child.pid));
  child.unref();
}

/** Repeats until it does not throw. `name`: of the program whose log explains a failure. */
export async function eventually(name, attempt, seconds = 120) {
  for (const end = Date.now() + seconds * 1_000; ; await delay(250)) {
    try {
      return await attempt();
    } catch (error) {
      if (Date.now() < end) continue;
      throw new Error(`${error.message}\n${name}: ${lastLines(readFileSync(join(logs, `${name}.log`), 'utf8'))}`);
    }
  }
}

/** Reports that a step has begun, that it is still running (every half minute), and its duration. */
export async function timed(what, step) {
  const from = Date.now();
  const elapsed = () => `${Math.round((Date.now() - from) / 1_000)} s`;
  console.log(`${what} …`);
  const progress = setInterval(() => console.log(`${what} … ${elapsed()}`), 30_000);
  try {
    const result = await step();
    console.log(`${what}: ${elapsed()}`);
    return result;
  } finally {
    clearInterval(progress);
  }
}
