import { startTestDatabase, type TestDatabase } from './test-database.js';

/**
 * One server for all tests of a spec file, started when it is first asked for: `const server = serverOfFile(afterAll)`
 * beside the fixture, with vitest's hook; then `createDatabase()` gives an empty database, in a tenth of a start's time.
 */
export function serverOfFile(afterAll: (end: () => Promise<void>) => void): Pick<TestDatabase, 'createDatabase'> {
  let started: Promise<TestDatabase> | undefined;
  afterAll(async () => {
    await (await started)?.stop();
    started = undefined;
  });
  return { createDatabase: async () => (await (started ??= startTestDatabase())).createDatabase() };
}
