#!/usr/bin/env node
// Sends requests at a fixed rate: reads `{url, headers, body, perSecond, total}` from standard input, writes its
// measurements as JSON. A separate program with a small heap: garbage collection in the benchmark's process would take CPU
// time from what is measured.
import { Agent, request } from 'node:http';
import { json } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { stolenTicks } from './host.mjs';

const { url, headers, body, perSecond, total } = await json(process.stdin);
const agent = new Agent({ keepAlive: true });

/** Resolves when the response has been read completely. */
const send = () =>
  new Promise((resolve, reject) => {
    const outgoing = request(url, { method: 'POST', agent, headers }, (answer) => {
      answer.on('end', () =>
        answer.statusCode === 200 ? resolve() : reject(new Error(`${url} answered ${answer.statusCode}`)),
      );
      answer.on('error', reject);
      answer.resume();
    });
    outgoing.on('error', reject);
    outgoing.end(body);
  });

/**
 * Milliseconds from when each of `count` requests was due until its response, and whether the host took CPU time meanwhile.
 */
async function paced(count) {
  const results = [];
  const running = [];
  const began = performance.now();
  for (let index = 0; index < count; index += 1) {
    const due = began + (index * 1000) / perSecond;
    await delay(Math.max(0, due - performance.now()));
    const stolen = stolenTicks();
    const record = () => results.push({ ms: performance.now() - due, undisturbed: stolenTicks() === stolen });
    running.push(send().then(record));
  }
  await Promise.all(running);
  return results;
}

await paced(Math.ceil(perSecond)); // one second of warm-up: connections, and this program's own code
process.stdout.write(JSON.stringify(await paced(total)));
agent.destroy();
