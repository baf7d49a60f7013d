import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { cache, engine, imageOf, root, run } from './cluster.fixture.js';

/** Words of the command, which may put it into namespaces of its own. */
const compose = (process.env.KALENDS_COMPOSE || 'docker compose').split(' ');
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };

it('given one small server with Caddy, when started by its compose file, then it serves with TLS, keeps its data and hides administration', async () => {
  for (const app of ['all-in-one', 'cli']) await run(engine, ['tag', imageOf(app), imageOf(app, version)]);
  const script = join(root, 'tools/cluster/checks/compose.sh');
  const output = await run(script, compose, { env: { LOG: join(cache, 'compose.log') } });
  const seen = Object.fromEntries(
    output
      .trim()
      .split('\n')
      .map((line) => line.split('=') as [string, string]),
  );
  expect(seen).toEqual({
    page: '200',
    http: '308',
    admin: '404',
    secret: expect.stringMatching(/^KAL_/),
    refused: '401',
    mail: '220',
    restarted: '200',
    kept: 'yes',
  });
}, 300_000);
