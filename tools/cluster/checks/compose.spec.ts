import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { imageOf } from '../images.mjs';
import { environment, logs, root } from '../places.mjs';
import { run } from '../run.mjs';

const log = join(logs, 'compose.log');
const compose = process.env.PODMAN_COMPOSE || join(root, '.cache/venv/bin/podman-compose');
const version = (JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }).version;

it('given one small server with Caddy, when started by its compose file, then it serves with TLS, keeps its data and hides administration', async () => {
  for (const app of ['all-in-one', 'cli'])
    await run('buildah', ['tag', imageOf(app), `localhost/kalends/${app}:${version}`]);
  const conf = join(root, 'tools/cluster/base/podman.conf');
  const variables = { LOG: log, CONTAINERS_CONF: conf, PATH: environment().PATH };
  const assignments = Object.entries(variables).map(([name, value]) => `${name}=${value}`);
  const script = join(root, 'tools/cluster/checks/compose.sh');
  const output = await run('env', [...assignments, 'unshare', '--net', '--mount', script, compose], { cwd: root });
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
