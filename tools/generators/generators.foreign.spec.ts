import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePort, skipFor } from '@kalends/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestGateway, type TestGateway } from '../../apps/gateway/src/gateway.fixture.js';
import { newAccount } from '../../apps/gateway/src/read-model/gateway-database.fixture.js';
import { answers, fetchJars } from '../testbed/maven.mjs';
import { generators } from './generators.js';

const run = promisify(execFile);
const cache = join(import.meta.dirname, '../../.cache/generators');
const version = '7.25.0';
const jars = join(cache, `openapi-generator-${version}`);

describe('generators of clients', () => {
  let gateway: TestGateway;
  let token: string;
  let work: string;
  beforeAll(async () => {
    await mkdir(cache, { recursive: true });
    work = await mkdtemp(join(cache, 'work-'));
    const port = await freePort();
    const env = { PUBLIC_URL: `http://127.0.0.1:${port}` };
    gateway = await startTestGateway({ port, env, replyTo: () => ({ outcome: 'accepted' }) });
    ({ token } = await newAccount(gateway.database.pool));
    const { body } = await gateway.call('GET', '/openapi.json');
    await writeFile(join(work, 'openapi.json'), JSON.stringify(body));
    if (await answers('mvn', '-version')) await fetchJars(jars, [`org.openapitools:openapi-generator-cli:${version}`]);
  }, 600_000);
  afterAll(async () => {
    await gateway.stop();
    await rm(work, { recursive: true, force: true });
  });

  it.for(generators)(
    'given $name, when it has generated a client, then that compiles and its call is answered',
    { timeout: 900_000 },
    async ({ name, needs, call, script }, context) => {
      const needsJar = script.includes('$JAR');
      for (const [program, ...parameters] of [needs, ...(needsJar ? [['mvn', '-version'] as const] : [])])
        if (!(await answers(program, ...parameters))) return skipFor(context, `${name}: ${program} is missing`);
      const folder = await mkdtemp(join(work, 'client-'));
      await writeFile(join(folder, call[0]), call[1]);
      const named = `https://app.example/${folder.slice(-6)}`;
      const env = {
        ...process.env,
        DOCUMENT: join(work, 'openapi.json'),
        JAR: join(jars, `openapi-generator-cli-${version}.jar`),
        URL: gateway.url,
        TOKEN: token,
        NAMED: named,
        CACHE: cache,
      };
      const { stdout } = await run('sh', ['-ec', script], { cwd: folder, env, maxBuffer: 1e8 });
      expect(stdout.trim().split('\n').at(-1)).toBe(named);
    },
  );
});
