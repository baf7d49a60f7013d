import { existsSync } from 'node:fs';
import { delimiter, join, resolve } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../..', import.meta.url));

/** What is built once: programs, base images, the store of the image builder. */
export const cache = resolve(process.env.KALENDS_CLUSTER_CACHE || join(root, '.cache/cluster'));
export const bin = join(cache, 'bin');
export const logs = join(cache, 'logs');

/** What exists while the cluster runs. */
export const state = join(cache, 'node');
export const kubeconfig = join(state, 'admin.conf');
export const kubectl = join(bin, 'kubectl');

/** The node's network namespace has no route to the machine or beyond it. */
export const namespace = 'kalends-cluster';
export const nodeAddress = '10.90.0.1';
/**
 * Where checks receive callbacks: an address outside the pods' network that policies treat as one of the Internet, to which the node has
 * no route. Those for documentation (RFC 5737) are refused.
 */
export const outsideAddress = '192.0.1.10';

/** Debian packages by a program or folder that they install. */
const debianPackages = {
  buildah: 'buildah',
  mmdebstrap: 'mmdebstrap',
  runc: 'runc',
  containerd: 'containerd',
  iptables: 'iptables',
  conntrack: 'conntrack',
  ip: 'iproute2',
  socat: 'socat',
  openssl: 'openssl',
  mvn: 'maven',
  go: 'golang-go',
  '/usr/lib/cni/ptp': 'containernetworking-plugins',
  podman: 'podman',
  '/usr/lib/podman/netavark': 'netavark',
  '/usr/lib/podman/aardvark-dns': 'aardvark-dns',
};

const path = [...(process.env.PATH ?? '').split(delimiter), '/usr/local/go/bin', '/usr/sbin'];
const isInstalled = (program) =>
  program.startsWith('/') ? existsSync(program) : path.some((folder) => existsSync(join(folder, program)));

/** Debian packages that the cluster needs and that are not installed. */
export const missingPackages = () =>
  Object.entries(debianPackages).flatMap(([program, name]) => (isInstalled(program) ? [] : [name]));

/** Why no cluster can be started on this machine, in one line; undefined when one can. */
export function missingForCluster() {
  if (process.platform !== 'linux') return 'the cluster needs Linux';
  if (process.getuid?.() !== 0) return 'the cluster needs root, for network namespaces and containers';
  const missing = missingPackages();
  return missing.length === 0 ? undefined : `the cluster needs Debian packages: apt-get install ${missing.join(' ')}`;
}

/** Environment of the programs: the cluster's own first, and configuration of the image builder from the cache. */
export const environment = () => ({
  ...process.env,
  PATH: [bin, ...path].join(delimiter),
  KUBECONFIG: kubeconfig,
  CONTAINERS_STORAGE_CONF: join(cache, 'containers/storage.conf'),
  CONTAINERS_REGISTRIES_CONF: join(cache, 'containers/registries.conf'),
  CONTAINERS_CONF: join(cache, 'containers/containers.conf'),
});
