import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { setTimeout as delay } from 'node:timers/promises';
import { podNetwork, programArguments, socket, writeConfiguration } from './configuration.mjs';
import { archive } from './images.mjs';
import { kubeconfig, kubectl, namespace, nodeAddress, outsideAddress, state } from './places.mjs';
import { eventually, run, start, timed } from './run.mjs';

/** Each is used once: a released volume is not bound again. */
const volumes = 24;
const inside = { inside: true };
const ctr = (...args) => run('ctr', ['--address', socket, '--namespace', 'k8s.io', ...args]);
const isMissing = () => undefined;

/** A namespace with an address of its own on a pair of interfaces that leads nowhere. */
async function createNamespace() {
  const others = existsSync('/run/netns') ? readdirSync('/run/netns') : [];
  writeFileSync(join(state, 'namespaces'), others.join('\n'));
  await run('ip', ['netns', 'add', namespace]);
  const commands = [
    'link set lo up',
    'link add node type veth peer name end',
    'link set node up',
    'link set end up',
    `address add ${nodeAddress}/24 dev node`,
    `address add ${outsideAddress}/32 dev lo`,
    `route add default dev node src ${nodeAddress}`,
  ];
  for (const command of commands) await run('ip', command.split(' '), inside);
  await run('sysctl', ['-qw', 'net.ipv4.ip_forward=1', 'net.ipv4.conf.all.rp_filter=0'], inside);
  await run('iptables', ['-N', 'POLICIES'], inside);
  for (const chain of ['FORWARD', 'INPUT'])
    await run('iptables', ['-I', chain, '-s', podNetwork, '-j', 'POLICIES'], inside);
}

/** The API server's certificate, the administrator's token, and the key of service accounts. */
async function createCredentials() {
  const names = `subjectAltName=IP:${nodeAddress},IP:127.0.0.1,IP:10.96.0.1,DNS:kubernetes.default.svc`;
  const at = (name) => join(state, name);
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-noenc', '-keyout', at('server.key')];
  await run('openssl', [
    'req',
    '-x509',
    ...key,
    '-days',
    '7',
    '-subj',
    '/CN=node',
    '-addext',
    names,
    '-out',
    at('server.crt'),
  ]);
  await run('openssl', ['genrsa', '-out', at('accounts.key'), '2048']);
  const token = randomBytes(16).toString('hex');
  writeFileSync(at('tokens.csv'), `${token},admin,admin,system:masters\n`, { mode: 0o600 });
  const certificate = readFileSync(at('server.crt')).toString('base64');
  const server = `https://${nodeAddress}:6443`;
  const config = {
    apiVersion: 'v1',
    kind: 'Config',
    'current-context': 'node',
    clusters: [{ name: 'node', cluster: { server, 'certificate-authority-data': certificate } }],
    users: [{ name: 'admin', user: { token } }],
    contexts: [{ name: 'node', context: { cluster: 'node', user: 'admin' } }],
  };
  writeFileSync(kubeconfig, JSON.stringify(config), { mode: 0o600 });
}

/** Imports the archive. The first to respond is containerd, which needs a moment. */
async function importImages() {
  await eventually('containerd', () => ctr('version'));
  await ctr('images', 'import', archive);
}

const volume = (number) => ({
  apiVersion: 'v1',
  kind: 'PersistentVolume',
  metadata: { name: `volume-${number}` },
  spec: {
    capacity: { storage: '8Gi' },
    accessModes: ['ReadWriteOnce'],
    // not hostPath, which ignores fsGroup
    local: { path: join(state, 'volumes', String(number)) },
    nodeAffinity: {
      required: {
        nodeSelectorTerms: [
          { matchExpressions: [{ key: 'kubernetes.io/hostname', operator: 'In', values: ['node'] }] },
        ],
      },
    },
  },
});

async function createVolumes() {
  const items = Array.from({ length: volumes }, (_, number) => volume(number));
  for (const { spec } of items) mkdirSync(spec.local.path, { recursive: true });
  const list = JSON.stringify({ apiVersion: 'v1', kind: 'List', items });
  await run(kubectl, ['apply', '-f', '-'], { input: list, ...inside });
}

/** Starts a node of Kubernetes and waits until pods can run. */
export async function startNode() {
  if (existsSync(state)) throw new Error('a cluster is running: npm run cluster:down');
  mkdirSync(state, { recursive: true });
  await createNamespace();
  writeConfiguration();
  await createCredentials();
  const launch = (name) => start(name, programArguments[name]);
  for (const name of ['containerd', 'etcd', 'kube-apiserver']) launch(name);
  await timed('images imported', importImages);
  await eventually('kube-apiserver', () => run(kubectl, ['get', '--raw', '/readyz'], inside));
  for (const name of ['kube-controller-manager', 'kube-scheduler', 'kubelet', 'kube-proxy', 'policies']) launch(name);
  await createVolumes();
  await run(kubectl, ['apply', '-f', join(import.meta.dirname, 'node/coredns.yaml')], inside);
  const wait = ['wait', '--for=condition=Ready', '--timeout=60s', 'node/node'];
  await eventually('kubelet', () => run(kubectl, wait, inside));
  await run(kubectl, ['-n', 'kube-system', 'rollout', 'status', 'deployment/coredns', '--timeout=120s'], inside);
}

const isAlive = (pid) => existsSync(`/proc/${pid}`);

async function end(name) {
  const file = join(state, 'processes', name);
  if (!existsSync(file)) return;
  const pid = Number(readFileSync(file, 'utf8'));
  // a number can be used again by another program
  const isOurs = () => isAlive(pid) && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(name);
  for (const signal of ['SIGTERM', 'SIGKILL']) {
    if (isOurs()) process.kill(pid, signal);
    for (let round = 0; round < 40 && isOurs(); round += 1) await delay(100);
  }
}

async function endContainers() {
  const tasks = await ctr('tasks', 'list', '--quiet').catch(() => '');
  for (const task of tasks.split('\n').filter(Boolean)) await ctr('tasks', 'rm', '--force', task).catch(isMissing);
}

/** Lines of a file under /proc that mention the state folder: a path within the cache, which nothing else uses. */
const mounts = () =>
  readFileSync('/proc/mounts', 'utf8')
    .split('\n')
    .map((line) => line.split(' ')[1] ?? '')
    .filter((path) => path.startsWith(`${state}/`));

/** Stops the node and everything in it; what was built stays. */
export async function stopNode() {
  for (const name of ['kubelet', 'kube-controller-manager', 'kube-scheduler', 'kube-proxy', 'policies'])
    await end(name);
  await endContainers();
  for (const name of ['containerd', 'kube-apiserver', 'etcd']) await end(name);
  for (const path of mounts().reverse()) await run('umount', ['--lazy', path]).catch(isMissing);
  await removeNamespaces();
  await run('sh', ['-c', 'find /sys/fs/cgroup -depth -type d -path "*/kubepods*" -exec rmdir {} +']).catch(isMissing);
  rmSync(state, { recursive: true, force: true });
}

/** The node's, and those that containerd created for pods since. */
async function removeNamespaces() {
  const file = join(state, 'namespaces');
  const before = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : undefined;
  const pods = readdirSync('/run/netns').filter((name) => name.startsWith('cni-') && before && !before.includes(name));
  for (const name of [namespace, ...pods]) await run('ip', ['netns', 'delete', name]).catch(isMissing);
}
