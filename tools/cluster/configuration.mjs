import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { nodeAddress, state } from './places.mjs';

const podNetwork = '10.244.0.0/24';
export const socket = join(state, 'containerd/containerd.sock');

/** The root of the namespace's control groups. runc works with version 1 and 2 beside each other; crun refuses. */
const containerd = `version = 2
root = "${state}/containerd/root"
state = "${state}/containerd/state"
[grpc]
  address = "${socket}"
[plugins."io.containerd.grpc.v1.cri"]
  sandbox_image = "localhost/pause:1"
  disable_apparmor = true
  # without CAP_SYS_RESOURCE no process may lower its score
  restrict_oom_score_adj = true
  [plugins."io.containerd.grpc.v1.cri".containerd.runtimes.runc]
    runtime_type = "io.containerd.runc.v2"
  [plugins."io.containerd.grpc.v1.cri".cni]
    bin_dir = "/usr/lib/cni"
    conf_dir = "${state}/cni"
`;

/** A routed veth for each pod, and no bridge: all traffic between pods passes the node's iptables. */
const network = {
  cniVersion: '0.4.0',
  name: 'pods',
  plugins: [
    {
      type: 'ptp',
      mtu: 1500,
      ipam: {
        type: 'host-local',
        dataDir: join(state, 'addresses'),
        ranges: [[{ subnet: podNetwork }]],
        routes: [{ dst: '0.0.0.0/0' }],
      },
    },
  ],
};

const kubelet = {
  apiVersion: 'kubelet.config.k8s.io/v1beta1',
  kind: 'KubeletConfiguration',
  cgroupDriver: 'cgroupfs',
  failCgroupV1: false,
  failSwapOn: false,
  containerRuntimeEndpoint: `unix://${socket}`,
  resolvConf: join(state, 'resolv.conf'),
  clusterDomain: 'cluster.local',
  clusterDNS: ['10.96.0.10'],
  // nothing outside the namespace reaches the kubelet
  authentication: { anonymous: { enabled: true }, webhook: { enabled: false } },
  authorization: { mode: 'AlwaysAllow' },
  evictionHard: { 'memory.available': '200Mi', 'nodefs.available': '2%', 'imagefs.available': '2%' },
  imageGCHighThresholdPercent: 100,
  oomScoreAdj: 0,
};

/** Files of the node's programs, by their names in the state folder. */
export function writeConfiguration() {
  for (const folder of ['containerd', 'cni', 'volumes']) mkdirSync(join(state, folder), { recursive: true });
  const write = (name, text) => writeFileSync(join(state, name), text);
  write('containerd.toml', containerd);
  write('cni/10-pods.conflist', JSON.stringify(network));
  write('kubelet.yaml', JSON.stringify(kubelet));
  write('resolv.conf', '');
}

const at = (name) => join(state, name);
const kubeconfig = ['--kubeconfig', at('admin.conf')];

/** Arguments of the node's programs. All of them are the administrator: nobody else is in the namespace. */
export const programArguments = {
  etcd: ['--data-dir', at('etcd'), '--unsafe-no-fsync', '--log-level', 'warn'],
  'kube-apiserver': [
    ...['--etcd-servers', 'http://127.0.0.1:2379', '--advertise-address', nodeAddress, '--allow-privileged'],
    ...['--tls-cert-file', at('server.crt'), '--tls-private-key-file', at('server.key')],
    ...['--token-auth-file', at('tokens.csv'), '--authorization-mode', 'RBAC'],
    ...['--service-cluster-ip-range', '10.96.0.0/16', '--service-account-issuer', 'https://kubernetes.default.svc'],
    ...['--service-account-key-file', at('accounts.key'), '--service-account-signing-key-file', at('accounts.key')],
    ...['--kubelet-preferred-address-types', 'InternalIP'],
  ],
  'kube-controller-manager': [
    ...kubeconfig,
    ...['--leader-elect=false', '--service-account-private-key-file', at('accounts.key')],
    ...['--root-ca-file', at('server.crt')],
  ],
  'kube-scheduler': [...kubeconfig, '--leader-elect=false'],
  containerd: ['--config', at('containerd.toml')],
  kubelet: [
    ...kubeconfig,
    ...['--config', at('kubelet.yaml'), '--root-dir', at('kubelet'), '--cert-dir', at('kubelet/pki')],
    ...['--hostname-override', 'node', '--node-ip', nodeAddress],
  ],
  'kube-proxy': [
    ...kubeconfig,
    ...['--hostname-override', 'node', '--cluster-cidr', podNetwork, '--oom-score-adj', '0'],
    // a namespace may not change the machine's limits
    ...['--conntrack-max-per-core', '0', '--conntrack-min', '0'],
    ...['--conntrack-tcp-timeout-established', '0', '--conntrack-tcp-timeout-close-wait', '0'],
  ],
  policies: [],
};

export { podNetwork };
