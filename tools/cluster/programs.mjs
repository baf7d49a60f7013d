import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bin } from './places.mjs';
import { run } from './run.mjs';

const sources = join(import.meta.dirname, 'programs');
/** The names under which the one binary of Kubernetes is started. */
const names = [
  'etcd',
  'kube-apiserver',
  'kube-controller-manager',
  'kube-scheduler',
  'kube-proxy',
  'kubelet',
  'kubectl',
];

function versionOf(folder) {
  const hash = createHash('sha256');
  for (const file of readdirSync(folder)) hash.update(readFileSync(join(folder, file)));
  return hash.digest('hex');
}

/** Which Kubernetes the module requires; the program reports it as its version. */
function linkerFlags(folder) {
  const [, version] = /k8s\.io\/kubernetes (v1\.(\d+)\.\d+)/.exec(readFileSync(join(folder, 'go.mod'), 'utf8')) ?? [];
  if (!version) return '-s -w';
  const at = 'k8s.io/component-base/version';
  return `-s -w -X ${at}.gitVersion=${version} -X ${at}.gitMajor=1 -X ${at}.gitMinor=${version.split('.')[1]}`;
}

async function build(name) {
  const [folder, built] = [join(sources, name), join(bin, `${name}.built`)];
  const version = versionOf(folder);
  if (existsSync(built) && readFileSync(built, 'utf8') === version) return;
  const flags = ['-trimpath', '-buildvcs=false', '-ldflags', linkerFlags(folder)];
  await run('env', ['CGO_ENABLED=0', 'go', 'build', ...flags, '-o', join(bin, name), '.'], { cwd: folder });
  writeFileSync(built, version);
}

/** Builds Kubernetes and CoreDNS from the Go module proxy, once per version of `programs`: ten minutes on two cores. */
export async function buildPrograms() {
  mkdirSync(bin, { recursive: true });
  for (const name of readdirSync(sources)) await build(name);
  for (const name of [...names, 'policies']) {
    rmSync(join(bin, name), { force: true });
    symlinkSync('kubernetes', join(bin, name));
  }
}
