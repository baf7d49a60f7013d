// @module-tag long
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';

/** A network and mounts of its own: the test is the only name server there. */
const namespace = ['--map-root-user', '--mount', '--net'];
const missing =
  spawnSync('unshare', [...namespace, 'ip', 'link', 'set', 'lo', 'up']).status === 0
    ? undefined
    : 'no network namespace of its own (unshare, ip)';

/**
 * The name server answers questions for `answered` only, with 127.0.0.1, which the guard refuses by its address: that it
 * does shows that the name was resolved.
 */
const program = (securityUrl: string) => `
  import { createSocket } from 'node:dgram';
  import { once } from 'node:events';
  import { createEgress } from ${JSON.stringify(securityUrl)};

  const nameServer = createSocket('udp4').bind(53, '127.0.0.1');
  await once(nameServer, 'listening');
  nameServer.on('message', (question, { port, address }) => {
    if (!question.includes('answered')) return;
    const isV4 = question.readUInt16BE(question.indexOf(Buffer.from('\\x03com\\x00')) + 5) === 1;
    const header = Buffer.from([question[0], question[1], 0x81, 0x80, 0, 1, 0, isV4 ? 1 : 0, 0, 0, 0, 0]);
    const end = question.indexOf(Buffer.from('\\x03com\\x00')) + 9;
    const answer = isV4 ? Buffer.from([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 60, 0, 4, 127, 0, 0, 1]) : Buffer.alloc(0);
    nameServer.send(Buffer.concat([header, question.subarray(12, end), answer]), port, address);
  });
  const egress = createEgress({ allowNetworks: [], timeoutMs: 3_000 });
  const reasonOf = (name) => egress.fetch('https://' + name + '/').catch(({ reason }) => reason);
  const silent = Array.from({ length: 8 }, (_, n) => reasonOf('silent-' + n + '.example.com'));
  await once(nameServer, 'message');
  const answered = await reasonOf('answered.example.com');
  const listed = await reasonOf('listed.example.com');
  const single = await reasonOf('listed');
  console.log(JSON.stringify({ answered, listed, single, silent: [...new Set(await Promise.all(silent))] }));
  process.exit();
`;

it('given eight names whose name server is silent, when others are wanted meanwhile, then they are resolved', (ctx) => {
  if (missing) return ctx.skip(missing);
  const folder = mkdtempSync(join(tmpdir(), 'kalends-silent-'));
  try {
    writeFileSync(join(folder, 'resolv.conf'), 'nameserver 127.0.0.1\n');
    writeFileSync(join(folder, 'hosts'), '127.0.0.1 localhost\n127.0.0.1\tlisted Listed.example.com # ours\n');
    writeFileSync(join(folder, 'main.mjs'), program(new URL('../../dist/index.js', import.meta.url).href));
    const mounts = ['resolv.conf', 'hosts'].map((name) => `mount --bind ${name} /etc/${name}`).join(' && ');
    const inside = `${mounts} && ip link set lo up && exec "$0" main.mjs`;
    const run = spawnSync('unshare', [...namespace, 'sh', '-c', inside, process.execPath], { cwd: folder });
    expect(JSON.parse(String(run.stdout) || `{"stderr":${JSON.stringify(String(run.stderr))}}`)).toEqual({
      answered: 'address',
      listed: 'address',
      single: 'address',
      silent: ['timeout'],
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
