import { readFile } from 'node:fs/promises';
import { topics as contracts } from '@kalends/contracts';
import { createPool } from '@kalends/postgres';
import kafkajs from 'kafkajs';
import type { Deployment } from './deployment.js';

/** A place where data is stored, and its content as text. */
export interface Place {
  name: string;
  text: string;
}

/** Binary columns are `\x…`: their decoded text is added. */
const withBytes = (row: string) =>
  row.replaceAll(/\\\\?x((?:[0-9a-f]{2})+)/g, (_, hex: string) => ` ${Buffer.from(hex, 'hex').toString('latin1')} `);

/** Every table of every service, and of the embedded bus. */
async function tables(databaseUrl: string): Promise<Place[]> {
  const pool = createPool({ url: databaseUrl, max: 1 });
  try {
    const { rows } = await pool.query<{ name: string }>(
      `SELECT format('%I.%I', table_schema, table_name) AS name FROM information_schema.tables
       WHERE table_type = 'BASE TABLE' AND table_schema NOT IN ('pg_catalog', 'information_schema') ORDER BY 1`,
    );
    const places: Place[] = [];
    for (const { name } of rows) {
      const found = await pool.query<{ row: string }>(`SELECT kept::text AS row FROM ${name} AS kept`);
      places.push({ name, text: found.rows.map(({ row }) => withBytes(row)).join('\n') });
    }
    return places;
  } finally {
    await pool.end();
  }
}

const stateTopics = contracts.filter(({ retention }) => retention === 'compact').map(({ name }) => name);

/** Every message of every topic that Kafka still has. `newest`: for state topics, only the last of each key. */
async function topics(brokers: string, newest: boolean): Promise<Place[]> {
  const kafka = new kafkajs.Kafka({
    brokers: [brokers],
    clientId: 'stored-data',
    logLevel: kafkajs.logLevel.NOTHING,
  });
  const admin = kafka.admin();
  await admin.connect();
  const compact = new Set(stateTopics);
  const names = (await admin.listTopics()).filter((name) => !name.startsWith('__') && (!newest || compact.has(name)));
  const remaining = new Map<string, number>();
  for (const topic of names) {
    for (const { partition, high, low } of await admin.fetchTopicOffsets(topic))
      if (Number(high) > Number(low)) remaining.set(`${topic}/${partition}`, Number(high));
  }
  const groupId = `stored-data-${process.pid}-${Date.now()}`;
  const consumer = kafka.consumer({ groupId });
  await consumer.connect();
  await consumer.subscribe({ topics: names, fromBeginning: true });
  const records = new Map<string, Map<string, string>>();
  await new Promise<void>((resolve) => {
    if (remaining.size === 0) resolve();
    void consumer.run({
      autoCommit: false,
      eachMessage: async ({ topic, partition, message }) => {
        const key = newest ? `${partition}/${message.key?.toString()}` : `${partition}/${message.offset}`;
        const text = `${message.key?.toString()} ${message.value?.toString() ?? ''} ${JSON.stringify(message.headers)}`;
        records.set(topic, (records.get(topic) ?? new Map<string, string>()).set(key, text));
        if (Number(message.offset) + 1 >= (remaining.get(`${topic}/${partition}`) ?? Infinity))
          remaining.delete(`${topic}/${partition}`);
        if (remaining.size === 0) resolve();
      },
    });
  });
  await consumer.disconnect();
  await admin.deleteGroups([groupId]);
  await admin.disconnect();
  return [...records].map(([topic, messages]) => ({ name: `topic ${topic}`, text: [...messages.values()].join('\n') }));
}

/** All data that a deployment stores: tables, topics (`newest`: without what compaction will remove), logs. */
export async function readStoredData(deployment: Deployment, newest = false): Promise<Place[]> {
  const log = { name: 'log', text: await readFile(deployment.logFile, 'utf8') };
  const kept = await tables(deployment.databaseUrl);
  return [...kept, ...(deployment.brokers ? await topics(deployment.brokers, newest) : []), log];
}

/** The places that contain one of the texts, verbatim or in base64. */
export function placesOf(places: readonly Place[], texts: Readonly<Record<string, string>>): string[] {
  return Object.entries(texts).flatMap(([what, text]) => {
    const bare = Buffer.from(text).toString('base64').replace(/=+$/, '').slice(0, -1);
    return places
      .filter((place) => place.text.includes(text) || place.text.includes(bare))
      .map(({ name }) => `${what} in ${name}`);
  });
}
