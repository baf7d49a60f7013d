import { createServer } from 'node:http';
import { env } from 'node:process';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { startTestDatabase, type TestDatabase } from './test-database.js';

const variable = 'KALENDS_TEST_POSTGRES';

/**
 * Vitest's global setup: one PostgreSQL server for all spec files of a project, started when the first of them needs it.
 * Files get their own databases on it ({@link databasesOfFile}); tests of a whole server start their own.
 */
export default async function setup(): Promise<() => Promise<void>> {
  let started: Promise<TestDatabase> | undefined;
  const broker = createServer((_request, response) => {
    started ??= startTestDatabase();
    started.then(
      ({ url }) => response.end(url),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  }).listen(0, '127.0.0.1');
  await once(broker, 'listening');
  env[variable] = `http://127.0.0.1:${(broker.address() as AddressInfo).port}/`;
  return async () => {
    broker.close();
    await (await started)?.stop();
  };
}

/** The address of the shared server's first database; undefined without a shared server. */
export async function sharedPostgres(): Promise<string | undefined> {
  if (!env[variable]) return undefined;
  const response = await fetch(env[variable]);
  const text = await response.text();
  if (!response.ok) throw new Error(text);
  return text;
}
