// @module-tag long
import { execFile } from 'node:child_process';
import { env } from 'node:process';
import { promisify } from 'node:util';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runWith } from '../terminal.fixture.js';
import { runTopics } from './create-topics.js';

interface KafkaTool {
  missingForKafka(): Promise<string | undefined>;
  startKafka(): Promise<{ brokers: string; stop(): Promise<void> }>;
}

// by URL: the tool belongs to the repository, not to a package
const address = new URL('../../../../tools/kafka/kafka.mjs', import.meta.url).href;
const run = (args: string[], variables: Record<string, string>) => runWith(args, { env: variables, run: runTopics });

describe('npm run topics, its settings', () => {
  it.each([
    [{}, [], 'KAFKA_BROKERS is required: Kafka brokers, comma-separated host:port\n'],
    [{ KAFKA_BROKERS: 'kafka' }, [], 'KAFKA_BROKERS must be a comma-separated list of host:port, not "kafka"\n'],
    [
      { KAFKA_BROKERS: '127.0.0.1:1', KAFKA_SASL_MECHANISM: 'plain', KAFKA_SASL_USERNAME: 'u' },
      [],
      'KAFKA_SASL_PASSWORD is required with KAFKA_SASL_MECHANISM\n',
    ],
    [
      { KAFKA_BROKERS: '127.0.0.1:1' },
      ['--replication-factor', '0'],
      "error: option '--replication-factor <n>' argument '0' is invalid. It must be a whole number of 1 or more.\n",
    ],
  ])('given %j and %j, when run, then one line names the error', async (variables, args, err) => {
    expect(await run(args, variables as Record<string, string>)).toEqual({ code: 1, out: '', err });
  });

  it('given a CA file that does not exist, when run, then the line names it', async () => {
    const result = await run([], {
      KAFKA_BROKERS: '127.0.0.1:1',
      KAFKA_SSL: 'true',
      KAFKA_SSL_CA: '/nonexistent/ca.pem',
    });
    expect(result.code).toBe(1);
    expect(result.err).toMatch(/^[^\n]*\/nonexistent\/ca\.pem[^\n]*\n$/);
  });
});

describe('npm run topics on Apache Kafka', () => {
  let missing: string | undefined;
  let kafka: Awaited<ReturnType<KafkaTool['startKafka']>> | undefined;

  beforeAll(async () => {
    const tool = (await import(/* @vite-ignore */ address)) as KafkaTool;
    missing = await tool.missingForKafka();
    if (missing && env.KALENDS_TEST_ALL === '1') throw new Error(missing);
    if (!missing) kafka = await tool.startKafka();
  });
  afterAll(() => kafka?.stop());

  it('given an empty broker, when run twice, then every topic exists with its partitions', async (context) => {
    if (!kafka) return context.skip(missing);
    const first = await run([], { KAFKA_BROKERS: kafka.brokers });
    expect(first.err).toBe('');
    expect(first.code).toBe(0);
    const lines = first.out.trimEnd().split('\n');
    expect(lines).toContain('calendar-sync.event.calendar-state.v1: 12 partitions');
    expect(lines).toContain('gateway.event.reply.v1: 8 partitions');
    expect(
      lines.filter((line) => !/^[a-z-]+\.(event|command|query)\.[a-z-]+\.v1: (1|6|8|12) partitions$/.test(line)),
    ).toEqual([]);
    expect(await run([], { KAFKA_BROKERS: kafka.brokers })).toEqual(first);
  });

  it('given one broker, when three replicas are requested, then the broker’s reason is shown', async (context) => {
    if (!kafka) return context.skip(missing);
    const broker = (await import(/* @vite-ignore */ address)) as KafkaTool;
    const empty = await broker.startKafka();
    const result = await run(['--replication-factor', '3'], { KAFKA_BROKERS: empty.brokers });
    await empty.stop();
    expect(result.code).toBe(1);
    expect(result.err).toMatch(/^topics could not be created on 127\.0\.0\.1:\d+: [^\n]*[Rr]eplication[^\n]*\n$/);
  });
});

describe('the built programs', () => {
  const program = (name: string) => fileURLToPath(new URL(`../../dist/${name}.js`, import.meta.url));

  it.each([
    ['main', ['--base-url', 'nonsense', 'application', 'list']],
    ['topics', ['--replication-factor', 'x']],
  ])('given %s and wrong arguments, when run by Node, then one line on stderr and code 1', async (name, args) => {
    const result = await promisify(execFile)(process.execPath, [program(name), ...args]).catch(
      (error: { code: number; stdout: string; stderr: string }) => error,
    );
    expect(result).toMatchObject({ code: 1, stdout: '' });
    expect(result.stderr).toMatch(/^error: [^\n]+\n$/);
  });
});
