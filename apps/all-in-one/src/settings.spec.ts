import { existsSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { boundMs } from '../../../tools/bounds/bound-ms.mjs';
import { Installation } from './installation.fixture.js';

describe('wrong settings', () => {
  let installation: Installation;
  beforeAll(async () => {
    installation = await Installation.create();
  });
  afterAll(() => installation.remove());

  it.each([
    [{ PORT: 'abc' }, [/^PORT must be .*abc/]],
    [{ ALLOW_NETWORKS: 'x' }, [/^ALLOW_NETWORKS must be .*"x"/]],
    [{ ENCRYPTION_KEY: 'short' }, [/^ENCRYPTION_KEY must be (?!.*"short")/]],
    [{ DATABASE_URL: 'http://x' }, [/^DATABASE_URL must be /]],
    [{ PORT: '-1', SYNC_INTERVAL: '0', DEMO: 'perhaps' }, [/^PORT/, /^DEMO/, /^SYNC_INTERVAL/]],
  ])(
    'given %o, when started, then it prints one clear line each and exits with code 1 before anything starts',
    async (env, lines) => {
      let ended = await installation.run(env);
      // the machine may be busy for a while: only the quickest of three counts
      for (let again = 0; again < 2 && ended.took >= 4_000; again += 1) ended = await installation.run(env);
      expect(ended.code).toBe(1);
      const printed = ended.stderr.trimEnd().split('\n');
      expect(printed).toHaveLength(lines.length);
      for (const line of lines) expect(printed.some((one) => line.test(one))).toBe(true);
      expect(ended.stdout).toBe('');
      console.log(`${JSON.stringify(env)} was refused in ${Math.round(ended.took)} ms (bound 2,000)`);
      expect(ended.took).toBeLessThan(boundMs(4_000));
      expect(existsSync(installation.dataDir)).toBe(false);
    },
  );

  it('given a database that cannot be reached, when started, then it prints one clear line and exits with code 1', async () => {
    const ended = await installation.run({
      DATABASE_URL: 'postgresql://u:secret@127.0.0.1:1/none',
      ENCRYPTION_KEY: 'ab'.repeat(32),
    });
    expect(ended.code).toBe(1);
    expect(ended.stderr).toMatch(/^kalends could not start: .+/m);
    expect(ended.stderr).not.toContain('secret');
  });
});
