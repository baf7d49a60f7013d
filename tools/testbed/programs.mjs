import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { answers } from './maven.mjs';

const run = promisify(execFile);
const cache = fileURLToPath(new URL('../../.cache/testbed', import.meta.url));

/** Where each comes from: a package of Go's module proxy, or of Debian. */
const programs = {
  actionlint: { go: 'github.com/rhysd/actionlint/cmd/actionlint', version: 'v1.7.7' },
  caddy: { go: 'github.com/caddyserver/caddy/v2/cmd/caddy', version: 'v2.8.4' },
  // the newest that Go 1.19, the one of Debian, builds
  kustomize: { go: 'sigs.k8s.io/kustomize/kustomize/v4', version: 'v4.5.7' },
  'osv-scanner': { go: 'github.com/google/osv-scanner/cmd/osv-scanner', version: 'v1.9.2' },
  promtool: { debian: 'prometheus', version: 'debian' },
  toxiproxy: { go: 'github.com/Shopify/toxiproxy/v2/cmd/server', version: 'v2.8.0' },
};

const pathOf = (name) => join(cache, `${name}-${programs[name].version}`, name);

async function findGo() {
  for (const go of ['go', '/usr/local/go/bin/go', '/usr/lib/go/bin/go']) if (await answers(go, 'version')) return go;
  return undefined;
}

/** Why a program can be neither run nor fetched here, in one line; undefined when it can. */
export async function missing(name) {
  if (existsSync(pathOf(name))) return undefined;
  if (programs[name].go) return (await findGo()) ? undefined : `${name} is built with Go: go is not on the PATH`;
  if (await answers('apt-get', '--version')) return undefined;
  return `${name} comes from Debian's package ${programs[name].debian}, and there is no apt-get`;
}

/** Builds it from its Go module; the result is in `work`. */
async function build({ go: source, version }, work) {
  await run(await findGo(), ['install', `${source}@${version}`], {
    env: { ...process.env, GOBIN: work },
    timeout: 900_000,
  });
  const [binary] = await readdir(work);
  return join(work, binary);
}

/** Takes it from Debian's package without installing that. */
async function unpack(name, { debian }, work) {
  const download = () => run('apt-get', ['download', '-qq', '-o', 'APT::Sandbox::User=root', debian], { cwd: work });
  // without lists of packages there is nothing to find it in
  await download().catch(async () => {
    await run('apt-get', ['update', '-qq']);
    await download();
  });
  const [file] = await readdir(work);
  await run('dpkg-deb', ['-x', file, '.'], { cwd: work });
  return join(work, 'usr/bin', name);
}

/** The path of a program, which is fetched once, into `.cache/testbed`. Throws with a one-line reason if it cannot be. */
export async function fetched(name) {
  const path = pathOf(name);
  if (existsSync(path)) return path;
  const reason = await missing(name);
  if (reason) throw new Error(reason);
  await mkdir(dirname(path), { recursive: true });
  const work = await mkdtemp(join(cache, 'work-'));
  try {
    const source = programs[name];
    await rename(source.go ? await build(source, work) : await unpack(name, source, work), path);
  } finally {
    await rm(work, { recursive: true, force: true });
  }
  return path;
}
