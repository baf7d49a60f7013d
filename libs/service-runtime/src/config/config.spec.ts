import { describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { describeConfig, exitWithRefusal, loadConfig } from './load-config.js';
import { kafkaSettings, settingKinds, settings } from './settings.js';

const schema = z.object({
  PORT: settings.PORT(3000),
  PUBLIC_URL: settings.PUBLIC_URL,
  DATABASE_URL: settings.DATABASE_URL.optional(),
  KAFKA_BROKERS: settings.KAFKA_BROKERS.optional(),
  ADMIN_KEY: settings.ADMIN_KEY.optional(),
  ENCRYPTION_KEY: settings.ENCRYPTION_KEY.optional(),
  ALLOW_NETWORKS: settings.ALLOW_NETWORKS,
  TRUST_PROXY: settings.TRUST_PROXY,
  SYNC_INTERVAL: settings.SYNC_INTERVAL,
  DEMO: settings.DEMO,
  LOG_LEVEL: settings.LOG_LEVEL,
  ...kafkaSettings,
  ...settingKinds.oauthClient('ONE_CLIENT_ID', 'ONE_CLIENT_SECRET', 'OAuth client somewhere'),
  ONE_COLOR: z
    .string()
    .optional()
    .meta({
      description: 'a color',
      rule: ({ ONE_COLOR, DEMO }: Record<string, unknown>) => (ONE_COLOR && !DEMO ? 'ONE_COLOR needs DEMO' : undefined),
    }),
});

function read(env: Record<string, string>) {
  const loaded = loadConfig(schema, env);
  if (!loaded.ok) throw new Error(loaded.problems.join('\n'));
  return loaded.config;
}
function problems(env: Record<string, string>): string[] {
  const loaded = loadConfig(schema, env);
  return loaded.ok ? [] : loaded.problems;
}

describe('the configuration', () => {
  it('given nothing, or only empty values, when loaded, then the defaults apply', () => {
    const expected = {
      PORT: 3000,
      TRUST_PROXY: false,
      SYNC_INTERVAL: 60,
      LOG_LEVEL: 'info',
      KAFKA_SSL: false,
    };
    expect(read({})).toEqual(expected);
    expect(read({ PORT: '', DEMO: '', UNRELATED: 'x' })).toEqual(expected);
  });

  it('given an empty list of networks, when loaded, then none is allowed, which differs from no setting', () => {
    expect(read({ ALLOW_NETWORKS: '' })).toMatchObject({ ALLOW_NETWORKS: [] });
    expect(read({}).ALLOW_NETWORKS).toBeUndefined();
  });

  it('given values, when loaded, then they have their types', () => {
    const config = read({
      PORT: '0',
      PUBLIC_URL: 'https://cal.example.com/base/',
      KAFKA_BROKERS: 'a:9092, [::1]:9093',
      ALLOW_NETWORKS: '127.0.0.0/8,::1',
      TRUST_PROXY: '10.0.0.0/8',
      DEMO: 'false',
      ENCRYPTION_KEY: `${'ab'.repeat(32)},${Buffer.alloc(32, 7).toString('base64')}`,
    });
    expect(config).toMatchObject({
      PORT: 0,
      PUBLIC_URL: 'https://cal.example.com/base',
      KAFKA_BROKERS: ['a:9092', '[::1]:9093'],
      ALLOW_NETWORKS: ['127.0.0.0/8', '::1'],
      TRUST_PROXY: ['10.0.0.0/8'],
      DEMO: false,
      ENCRYPTION_KEY: [new Uint8Array(32).fill(0xab), new Uint8Array(32).fill(7)],
    });
    expect([read({ TRUST_PROXY: 'true' }).TRUST_PROXY, read({ TRUST_PROXY: '2' }).TRUST_PROXY]).toEqual([true, 2]);
  });

  it.each([
    [{ PORT: 'abc' }, 'PORT must be a whole number from 0 to 65535, not "abc"'],
    [{ PORT: '65536' }, 'PORT must be a whole number from 0 to 65535, not "65536"'],
    [{ SYNC_INTERVAL: '0' }, 'SYNC_INTERVAL must be a whole number from 1 to 86400, not "0"'],
    [{ SYNC_INTERVAL: '1.5' }, 'SYNC_INTERVAL must be a whole number from 1 to 86400, not "1.5"'],
    [{ PUBLIC_URL: 'cal.example.com' }, 'PUBLIC_URL must be an http or https URL, not "cal.example.com"'],
    [{ DATABASE_URL: 'mysql://u:pw@h/d' }, 'DATABASE_URL must be a postgresql:// URL'],
    [
      { ENCRYPTION_KEY: 'short' },
      'ENCRYPTION_KEY must be 32 bytes in base64 or hex (several: comma-separated, newest first)',
    ],
    [{ ALLOW_NETWORKS: '10.0.0.0/33' }, 'ALLOW_NETWORKS must be a comma-separated list of CIDRs, not "10.0.0.0/33"'],
    [{ KAFKA_BROKERS: 'kafka' }, 'KAFKA_BROKERS must be a comma-separated list of host:port, not "kafka"'],
    [{ DEMO: 'maybe' }, 'DEMO must be true or false, not "maybe"'],
    [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL must be one of fatal, error, warn, info, debug, trace, silent, not "loud"'],
    [
      { TRUST_PROXY: 'all' },
      'TRUST_PROXY must be true, false, a number of hops, or a comma-separated list of CIDRs, not "all"',
    ],
    [
      { KAFKA_SASL_MECHANISM: 'plain', KAFKA_SASL_USERNAME: 'u' },
      'KAFKA_SASL_PASSWORD is required with KAFKA_SASL_MECHANISM',
    ],
    [{ ONE_CLIENT_ID: 'id' }, 'ONE_CLIENT_SECRET is required with ONE_CLIENT_ID'],
    [{ ONE_CLIENT_SECRET: 'secret' }, 'ONE_CLIENT_ID is required with ONE_CLIENT_SECRET'],
    [{ ONE_COLOR: 'red' }, 'ONE_COLOR needs DEMO'],
    [{ ONE_COLOR: 'red', DEMO: 'false' }, 'ONE_COLOR needs DEMO'],
  ])('given %o, when loaded, then it is one clear line', (env, line) => {
    expect(problems(env)).toEqual([line]);
  });

  it('given several wrong values and a missing required one, when loaded, then all are named', () => {
    const strict = z.object({
      PORT: settings.PORT(3001),
      ENCRYPTION_KEY: settings.ENCRYPTION_KEY,
      DATA_DIR: settings.DATA_DIR,
    });
    const loaded = loadConfig(strict, { PORT: '-1' });
    expect(loaded).toMatchObject({
      ok: false,
      problems: [
        expect.stringMatching(/^PORT must be/),
        expect.stringMatching(/^ENCRYPTION_KEY is required: seals secrets/),
      ],
    });
  });

  it('given the schema, when described, then every setting has a meaning and its default', () => {
    const rows = describeConfig(schema);
    expect(rows.filter((row) => row.meaning === '')).toEqual([]);
    expect(rows.map((row) => row.name)).toEqual(Object.keys(schema.shape));
    expect(rows.find((row) => row.name === 'PORT')).toEqual({
      name: 'PORT',
      fallback: '3000',
      meaning: 'TCP port to listen on',
    });
    expect(rows.find((row) => row.name === 'DATABASE_URL')).toMatchObject({ fallback: undefined });
  });

  it('given problems, when the program refuses, then each is a line and the code is 1', () => {
    const write = vi.fn();
    const exit = vi.fn((code: number): never => {
      throw new Error(`exit ${code}`);
    });
    expect(() => exitWithRefusal(['PORT is bad', 'HOST is bad'], { write, exit })).toThrow('exit 1');
    expect(write).toHaveBeenCalledWith('PORT is bad\nHOST is bad\n');
  });
});
