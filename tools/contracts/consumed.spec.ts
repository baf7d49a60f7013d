import { services } from '@kalends/contracts';
import { isRequestError, message, type OutgoingMessage } from '@kalends/messaging';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startAlone, type Alone } from '../alone/alone.mjs';

/** Messages that cannot be handled, without their payloads. */
async function deadLetters(alone: Alone): Promise<string[]> {
  const client = new pg.Client({ connectionString: alone.url });
  await client.connect();
  const table = `${alone.name.replaceAll('-', '_')}.dead_letter`;
  const { rows } = await client.query<{ line: string }>(`SELECT topic || ': ' || error AS line FROM ${table}`);
  await client.end();
  return rows.map(({ line }) => line);
}

/** Erasures delete data that the other examples need. */
const erases = (body: unknown) =>
  /^(erase-|account$|application$|disconnect-)/.test((body as { kind?: string }).kind ?? '');

describe.each(services)('what %s consumes', (name) => {
  let alone: Alone;
  beforeAll(async () => void (alone = await startAlone(name, { env: { LOG_LEVEL: 'silent' } })));
  afterAll(() => alone?.stop());

  it('given every example of its topics, when they are delivered, then it handles them without a dead letter', async () => {
    const all = alone.consumed.flatMap((topic) => alone.examples(topic).map((body) => ({ topic, body })));
    expect(all.length).toBeGreaterThan(0);
    const events = all.filter(({ topic }) => !topic.reply);
    const before = events.filter(({ body }) => !erases(body));
    for (const { topic, body } of before) await alone.others.send(topic, body);
    await alone.transport.drained();
    for (const { topic, body } of all.filter(({ topic }) => topic.reply)) {
      const reply = await alone.others.send(topic, body);
      expect(isRequestError(reply), `${topic.name} ${JSON.stringify(body)}: ${String(reply)}`).toBe(false);
    }
    for (const { topic, body } of events.filter(({ body }) => erases(body))) await alone.others.send(topic, body);
    await alone.transport.drained();
    expect(await deadLetters(alone)).toEqual([]);
  });

  it('given an example without its members, when it is delivered, then it is a dead letter', async () => {
    const topic = alone.consumed.find(({ reply }) => !reply)!;
    const [body] = alone.examples(topic);
    const whole = message(topic, body);
    const broken: OutgoingMessage = { ...whole, body: JSON.stringify({ kind: (body as { kind?: string }).kind }) };
    await alone.others.publish([broken]);
    await alone.transport.drained();
    expect(await deadLetters(alone)).toEqual([expect.stringContaining(`${topic.name}: InvalidMessage`)]);
  });
});
