import { mkdirSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { services, type ServiceName } from '@kalends/contracts';
import { adminKey } from '../../k8s/program.fixture.js';
import { Application } from '../../outages/application.fixture.js';
import type { MailServer } from '../../k8s/reply-mail.fixture.js';
import { cache, deployed, outsideAddress, root } from './cluster.fixture.js';
import { startIngress } from './ingress.fixture.js';
import { kubectl, podsOf, read } from './kubectl.fixture.js';

const part = 'app.kubernetes.io/part-of=kalends';

interface Options {
  overlay: 'dev' | 'production';
  namespace: string;
  /** The database of a service, as the services reach it. */
  databaseUrl: (service: ServiceName) => string;
}
/** Images, and the folder of the manifests, of one release. */
export interface Version {
  tag: string;
  manifests: string;
  /** The ConfigMap in which an operator allows networks that are not public. */
  egress: string;
  /** What an operator of this release sets in addition, by ConfigMap. */
  settings?: Record<string, Record<string, string>>;
}
export const current: Version = { tag: 'current', manifests: join(root, 'k8s'), egress: 'kalends-egress' };

/** The node also has three brokers and PostgreSQL, which need processor time more than a pod that starts. */
const smallRequests = {
  target: { kind: 'Deployment' },
  patch: JSON.stringify([
    { op: 'replace', path: '/spec/template/spec/containers/0/resources/requests/cpu', value: '50m' },
  ]),
};

/** What an operator changes in a copy of an overlay. */
function kustomizationOf(overlay: string, version: Version, folder: string): object {
  const { tag, manifests, egress, settings: more = {} } = version;
  const settings = (name: string, data: object) => ({
    patch: JSON.stringify({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name }, data }),
  });
  const images = deployed.flatMap((app) => {
    const newName = `kalends/${app}`;
    return [newName, `registry.example.com/${newName}`].map((name) => ({ name, newName, newTag: tag }));
  });
  return {
    apiVersion: 'kustomize.config.k8s.io/v1beta1',
    kind: 'Kustomization',
    resources: [relative(folder, join(manifests, 'overlays', overlay))],
    // the digest in the overlay is that of the image in the registry
    images: [...images, { name: 'apache/kafka', newTag: '4.1.0', digest: '' }],
    patches: [
      settings(egress, { ALLOW_NETWORKS: `${outsideAddress}/32` }),
      // one application has the whole load
      settings('gateway-settings', { RATE_LIMIT_PER_SECOND: '0', RATE_LIMIT_PER_MINUTE: '0' }),
      ...Object.entries(more).map(([name, data]) => settings(name, data)),
      ...(overlay === 'production' ? [smallRequests] : []),
    ],
  };
}

/** In an order that takes processor time from the gateway last. */
const oneAfterTheOther = [...services.filter((name) => name !== 'gateway'), 'gateway' as const];

const applied = (folder: string, selector: string) => kubectl(['apply', '-k', folder, '--selector', selector]);

/** An overlay in its namespace, deployed by the commands of docs/operate.md. */
export class Installation {
  readonly namespace: string;

  constructor(private readonly options: Options) {
    this.namespace = options.namespace;
  }

  async createSecrets(more: Record<string, Record<string, string>> = {}): Promise<void> {
    const urls = services.map((service): [string, Record<string, string>] => [
      `kalends-${service}`,
      {
        'database-url': this.options.databaseUrl(service),
        ...(service === 'gateway' ? { 'admin-key': adminKey } : {}),
      },
    ]);
    const secrets = {
      ...Object.fromEntries(urls),
      'kalends-encryption': { 'encryption-key': '22'.repeat(32) },
      ...more,
    };
    for (const [name, values] of Object.entries(secrets)) {
      const literals = Object.entries(values).map(([key, value]) => `--from-literal=${key}=${value}`);
      await this.kubectl('create', 'secret', 'generic', name, ...literals);
    }
  }

  /** Settings, then topics and migrations, then services; waits until all are ready. */
  async deploy(version: Version): Promise<void> {
    const folder = await this.prepare(version);
    await applied(folder, 'kalends/phase=services');
    await this.rolledOut();
  }

  /** The commands of an upgrade: one service after the other, the gateway last. */
  async upgrade(version: Version): Promise<void> {
    const folder = await this.prepare(version);
    for (const service of oneAfterTheOther) {
      await applied(folder, `kalends/phase=services,app.kubernetes.io/name=${service}`);
      await this.rolledOut([service]);
    }
  }

  /** The commands that restart all services, one after the other, the gateway last. */
  async restart(): Promise<void> {
    for (const service of oneAfterTheOther) {
      await this.kubectl('rollout', 'restart', `deployment/${service}`);
      await this.rolledOut([service]);
    }
  }

  /** Returns the folder with the manifests. */
  private async prepare(version: Version): Promise<string> {
    const folder = this.write(version);
    await this.kubectl('delete', 'job', '--selector', 'kalends/phase=prepare', '--ignore-not-found');
    await applied(folder, 'kalends/phase=settings');
    for (const name of this.options.overlay === 'dev' ? ['postgres', 'kafka'] : [])
      await this.kubectl('rollout', 'status', `statefulset/${name}`, '--timeout=180s');
    await applied(folder, 'kalends/phase=prepare');
    const wait = ['wait', '--for=condition=complete', '--timeout=300s', 'job', '--selector', 'kalends/phase=prepare'];
    await this.kubectl(...wait);
    return folder;
  }

  /** Waits until the Deployments, by default all, have their new replicas and no other. */
  async rolledOut(names: readonly ServiceName[] = services): Promise<void> {
    for (const service of names) await this.kubectl('rollout', 'status', `deployment/${service}`, '--timeout=240s');
  }

  kubectl(...args: string[]): Promise<string> {
    return kubectl(['--namespace', this.namespace, ...args]);
  }

  pods(service: string) {
    return podsOf(this.namespace, `app.kubernetes.io/name=${service}`);
  }

  /** Addresses of Services, to which this machine has a route. */
  async addressOf(service: string): Promise<string> {
    const { spec } = await read<{ spec: { clusterIP: string } }>(['service', service, '--namespace', this.namespace]);
    return spec.clusterIP;
  }

  /** An application whose callbacks arrive outside the cluster. */
  async application(): Promise<Application> {
    return Application.make(await startIngress(await this.addressOf('gateway')), outsideAddress);
  }

  async mailServer(): Promise<MailServer> {
    const requireTLS = this.options.overlay === 'production';
    return { host: await this.addressOf('smtp'), port: 25, requireTLS };
  }

  /** How often containers of the services have been restarted by the kubelet, by pod; those never restarted are omitted. */
  async restarts(): Promise<Record<string, number>> {
    const pods = await podsOf(this.namespace, part);
    const counts = pods.map(({ metadata, status }): [string, number] => [
      metadata.name,
      (status.containerStatuses ?? []).reduce((sum, { restartCount }) => sum + restartCount, 0),
    ]);
    return Object.fromEntries(counts.filter(([, count]) => count > 0));
  }

  private write(version: Version): string {
    const folder = join(cache, 'overlays', this.options.overlay);
    mkdirSync(folder, { recursive: true });
    const kustomization = kustomizationOf(this.options.overlay, version, folder);
    writeFileSync(join(folder, 'kustomization.yaml'), JSON.stringify(kustomization));
    return folder;
  }
}
