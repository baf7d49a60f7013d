#!/usr/bin/env node
// npm run start:alone -w apps/<service>: that service with the embedded PostgreSQL and bus, the other services simulated
// with the examples of the contracts. Lines on stdin send examples; Ctrl-C stops it.
import process from 'node:process';
import { createInterface } from 'node:readline';
import { isRequestError } from '@kalends/messaging';
import { freePort } from '@kalends/testing';
import { startAlone } from './alone.mjs';
import { guides } from './guides.mjs';

const print = (line) => void process.stdout.write(`${line}\n`);
const [name] = process.argv.slice(2);
if (!guides[name]) {
  process.stderr.write(`usage: node tools/alone/start.mjs ${Object.keys(guides).join('|')}\n`);
  process.exit(2);
}

const port = process.env.PORT || (name === 'gateway' ? String(await freePort()) : '0');
const alone = await startAlone(name, { report: print, env: { ...process.env, PORT: port } });
const { ids, lines } = await guides[name](alone);
await alone.fill(ids);
// state topics contain theirs already
const messages = alone.consumed
  .filter(({ retention }) => retention === 'delete')
  .flatMap((topic) => alone.examples(topic, ids).map((body) => ({ topic, body })));

/** Sends an example, by its number. */
async function send(line) {
  const chosen = messages[Number(line) - 1];
  if (!chosen) return print(`a number from 1 to ${messages.length}`);
  const reply = await alone.others.send(chosen.topic, chosen.body);
  if (chosen.topic.reply)
    print(isRequestError(reply) ? `refused ${reply.message}` : `replied ${JSON.stringify(reply)}`);
}

print(`\n${name} runs alone.`);
for (const line of lines) print(line);
if (messages.length > 0) print('Type a number and Enter to send it an example:');
messages.forEach(({ topic, body }, index) => print(`  ${index + 1}  ${topic.name} ${body.kind ?? ''}`.trimEnd()));
print('What it publishes, requests and calls is printed here. Ctrl-C stops it.');

createInterface({ input: process.stdin }).on(
  'line',
  (line) => void send(line.trim()).catch((error) => print(String(error))),
);
const end = async () => {
  await alone.stop();
  process.exit(0);
};
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => void end());
