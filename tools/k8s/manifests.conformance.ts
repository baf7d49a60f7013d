import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { availabilitySettings } from '@kalends/availability';
import { calendarSyncSettings } from '@kalends/calendar-sync';
import { services } from '@kalends/contracts';
import { openApiDocument } from '@kalends/public-api';
import { gatewaySettings } from '@kalends/gateway';
import { invitesSettings } from '@kalends/invites';
import { notifierSettings } from '@kalends/notifier';
import { loadConfig, shutdownDeadlineMs } from '@kalends/service-runtime';
import { skipFor } from '@kalends/testing';
import { describe, expect, it } from 'vitest';
import { commandOf } from '../docker/dockerfile.js';
import { containersOf, podSpecOf, variablesOf, type Container, type KubernetesObject } from './manifests.js';

const root = join(import.meta.dirname, '../..');
const settings = {
  gateway: gatewaySettings,
  'calendar-sync': calendarSyncSettings,
  invites: invitesSettings,
  availability: availabilitySettings,
  notifier: notifierSettings,
};

const imageCommand = commandOf('CMD');

/** Minors of Kubernetes whose schemas kubernetes-validate 1.37.0 ships, the newest three. */
const minors = ['1.35', '1.36', '1.37'];
const validator = join(root, '.cache/venv/bin/kubernetes-validate');

const find = (objects: KubernetesObject[], kind: string, name: string) =>
  objects.find((object) => object.kind === kind && object.metadata.name === name);
const deploymentOf = (objects: KubernetesObject[], service: string) => find(objects, 'Deployment', service)!;
const containerOf = (objects: KubernetesObject[], service: string): Container =>
  containersOf(deploymentOf(objects, service))[0]!;

/** Connections to PostgreSQL of one replica: pools, and one for the outbox (docs/adr/0010; notifier's deliveries: 3). */
const connectionsOf = (service: string, pool: number) =>
  pool * (service === 'gateway' ? 2 : 1) + 1 + (service === 'notifier' ? 3 : 0);

/** What holds for every overlay (its folder in k8s) with the objects that kustomize makes of it. */
export const describeManifests = (overlay: string, objects: KubernetesObject[]): void =>
  void describe(`the manifests of ${overlay}`, () => {
    const ours = objects.filter((object) => containersOf(object).some(({ image }) => /(^|\/)kalends\//.test(image)));

    it.each(services)(
      'given %s, when terminated, then the grace period is longer than shutdown may take',
      (service) => {
        const { terminationGracePeriodSeconds: grace } = podSpecOf(deploymentOf(objects, service))!;
        const drain = Number(variablesOf(containerOf(objects, service), objects).DRAIN_SECONDS ?? 0);
        expect(grace).toBeGreaterThan(drain + shutdownDeadlineMs / 1_000);
        // long enough for load balancers to notice, for services behind one
        if (service === 'gateway' || service === 'invites') expect(drain).toBeGreaterThanOrEqual(5);
      },
    );

    it.for(minors)(
      'given the schemas of Kubernetes %s, when validated strictly, then each object is valid',
      { timeout: 120_000 },
      (minor, context) => {
        if (!existsSync(validator)) return skipFor(context, 'PyPI kubernetes-validate is not in .cache/venv');
        const work = mkdtempSync(join(tmpdir(), 'kalends-k8s-'));
        const validate = (list: readonly object[]) => {
          const file = join(work, 'all.yaml');
          writeFileSync(file, list.map((object) => `---\n${JSON.stringify(object)}\n`).join(''));
          return spawnSync(validator, ['--strict', '-k', minor, file], { encoding: 'utf8' });
        };
        const found = validate(objects);
        expect(found.status, found.stdout + found.stderr).toBe(0);
        expect(validate([{ ...objects.at(-1), unheardOf: 1 }]).status).not.toBe(0);
        rmSync(work, { recursive: true });
      },
    );

    it.each(services)('given %s, when its variables are read, then they are its settings and start it', (service) => {
      const variables = variablesOf(containerOf(objects, service), objects);
      const known = Object.keys(settings[service].shape);
      expect(Object.keys(variables).filter((name) => !known.includes(name))).toEqual([]);
      const secrets: Record<string, string> = {
        DATABASE_URL: 'postgresql://postgres:5432/kalends',
        ENCRYPTION_KEY: '00'.repeat(32),
        ADMIN_KEY: 'sixteen characters and more',
        KAFKA_SASL_USERNAME: 'kalends',
        KAFKA_SASL_PASSWORD: 'secret',
      };
      const given = Object.entries(variables).map(([name, value]) => [
        name,
        typeof value === 'string' ? value : secrets[name],
      ]);
      expect(loadConfig(settings[service] as never, Object.fromEntries(given))).toMatchObject({ ok: true });
      const egress = find(objects, 'ConfigMap', 'kalends-egress')!.data as Record<string, string>;
      expect(variables.ALLOW_NETWORKS).toBe(known.includes('ALLOW_NETWORKS') ? egress.ALLOW_NETWORKS : undefined);
      const secret = Object.keys(variables).filter((name) => typeof variables[name] !== 'string');
      expect(secret).toEqual(expect.arrayContaining(['DATABASE_URL', 'ENCRYPTION_KEY']));
      expect(Object.keys(variables).filter((name) => name in secrets && !secret.includes(name))).toEqual([]);
    });

    it.each(services)('given %s, when its ports and probes are read, then they match its listeners', (service) => {
      const container = containerOf(objects, service);
      const { PORT } = variablesOf(container, objects);
      const name = service === 'gateway' ? 'http' : 'health';
      expect(container.ports).toContainEqual({ name, containerPort: Number(PORT) });
      if (service === 'gateway')
        expect(container.ports).toContainEqual({
          name: 'metrics',
          containerPort: Number(variablesOf(container, objects).METRICS_PORT),
        });
      expect(container.livenessProbe).toMatchObject({ httpGet: { path: '/health/live', port: name } });
      expect(container.readinessProbe).toMatchObject({ httpGet: { path: '/health/ready', port: name } });
      // the image’s own, with its flags, except for the name of the program
      expect(container.command).toEqual([...imageCommand.slice(0, -1), `dist/${service}.js`]);
      expect(existsSync(join(root, `apps/${service}/src/main.ts`))).toBe(true);
      const job = containersOf(find(objects, 'Job', `migrate-${service}`)!)[0]!;
      expect(job).toMatchObject({ image: container.image, command: ['node', 'dist/migrate.js', service] });
    });

    it('given our pods, when their privileges are read, then each has only those that it needs', () => {
      expect(ours.map(({ kind, metadata }) => `${kind} ${metadata.name}`)).toHaveLength(11);
      for (const object of ours) {
        const pod = podSpecOf(object)!;
        expect(pod).toMatchObject({
          automountServiceAccountToken: false,
          securityContext: { runAsNonRoot: true, runAsUser: 1000, seccompProfile: { type: 'RuntimeDefault' } },
        });
        expect(find(objects, 'ServiceAccount', String(pod.serviceAccountName))?.automountServiceAccountToken).toBe(
          false,
        );
        for (const container of pod.containers) {
          expect(container.securityContext).toEqual({
            allowPrivilegeEscalation: false,
            readOnlyRootFilesystem: true,
            capabilities: { drop: ['ALL'] },
          });
          expect(container.resources).toMatchObject({
            requests: { cpu: expect.any(String) },
            limits: { memory: expect.any(String) },
          });
          expect(container.image).toMatch(/^[\w./-]+:\d+\.\d+\.\d+$/);
        }
      }
    });

    it('given the Ingress, when its paths are read, then they cover every public address, and not the admin API', () => {
      type Path = { path: string; pathType: 'Prefix' | 'Exact' };
      const ingress = find(objects, 'Ingress', 'gateway')?.spec as { rules: { http: { paths: Path[] } }[] } | undefined;
      if (overlay === 'overlays/dev') return expect(ingress).toBeUndefined();
      const paths = ingress!.rules.flatMap(({ http }) => http.paths);
      // Kubernetes' rule: a Prefix matches whole elements of a path
      const leads = (address: string) =>
        paths.some(
          ({ path, pathType }) => address === path || (pathType === 'Prefix' && address.startsWith(`${path}/`)),
        );
      const addresses = Object.keys((openApiDocument('https://calendar.example.com') as { paths: object }).paths);
      const hidden = addresses.filter((address) => /^\/(admin|console|health)\//.test(address));
      expect(hidden.length).toBeGreaterThan(10);
      expect(addresses.filter((address) => !leads(address))).toEqual(hidden);
      expect(['/', '/docs', '/docs/admin.json', '/favicon.svg'].filter((address) => !leads(address))).toEqual([]);
      expect(['/admin/v1/applications', '/console', '/metrics', '/demo/connect'].filter(leads)).toEqual([]);
    });

    it('given maximum replicas and one surging, when connections are counted, then 20 % stay free', () => {
      const map = find(objects, 'ConfigMap', 'kalends-settings')!;
      const limit = Number(map.metadata.annotations?.['kalends/postgres-max-connections']);
      const pool = Number((map.data as Record<string, string>).DATABASE_POOL);
      const counts = services.map((service) => {
        const scaler = find(objects, 'HorizontalPodAutoscaler', service)?.spec as { maxReplicas: number } | undefined;
        const { replicas = 1, strategy } = deploymentOf(objects, service).spec as {
          replicas?: number;
          strategy: { rollingUpdate: { maxSurge: number } };
        };
        const most = (scaler?.maxReplicas ?? replicas) + strategy.rollingUpdate.maxSurge;
        return most * connectionsOf(service, pool);
      });
      expect(limit).toBeGreaterThan(0);
      expect(counts.reduce((sum, count) => sum + count, 0)).toBeLessThanOrEqual(0.8 * limit);
    });

    it('given a PostgreSQL of its own, when it is probed, then over TCP: its first initialisation listens on a socket only', () => {
      const commands = objects
        .flatMap(containersOf)
        .flatMap(({ readinessProbe, startupProbe }) =>
          [readinessProbe, startupProbe].map(
            (probe) => (probe as { exec?: { command: string[] } })?.exec?.command ?? [],
          ),
        );
      for (const command of commands.filter(([name]) => name === 'pg_isready'))
        expect(command.join(' ')).toContain('-h 127.0.0.1');
    });

    it('given a node of two cores, when everything is updated at the same time, then the dev overlay fits', () => {
      if (overlay !== 'overlays/dev') return;
      const cores = objects
        .filter(({ kind }) => kind === 'Deployment' || kind === 'StatefulSet')
        .map((object) => {
          const { resources } = containersOf(object)[0] as unknown as { resources: { requests: { cpu: string } } };
          const surge = object.kind === 'Deployment' ? 2 : 1;
          return surge * Number(/^(\d+)m$/.exec(resources.requests.cpu)![1]);
        });
      expect(cores.reduce((sum, one) => sum + one, 0)).toBeLessThanOrEqual(1_500);
    });

    it('given the policies, when read, then everything is denied except what the services need', () => {
      const policies = objects.filter(({ kind }) => kind === 'NetworkPolicy');
      const specOf = (name: string) =>
        policies.find(({ metadata }) => metadata.name === name)!.spec as Record<string, unknown>;
      expect(specOf('deny-by-default')).toEqual({ podSelector: {}, policyTypes: ['Ingress', 'Egress'] });
      const names = policies
        .map(({ metadata }) => metadata.name)
        .filter((name) => !/^(kafka|postgres)-is-reached$|^some-reach-private-networks$/.test(name));
      expect(names.sort()).toEqual([
        'all-reach-collector',
        'all-reach-kafka-and-postgres',
        'all-reach-names',
        'deny-by-default',
        'gateway-is-reached',
        'prometheus-reaches-metrics',
        'smtp-is-reached',
        'some-reach-out',
      ]);
      expect(specOf('prometheus-reaches-metrics')).toMatchObject({
        ingress: [{ ports: [{ port: 'health' }, { port: 'metrics' }] }],
      });
      const reach = specOf('some-reach-out').podSelector as { matchExpressions: { values: string[] }[] };
      expect(reach.matchExpressions[0]?.values).toEqual(['gateway', 'calendar-sync', 'notifier']);
      const { ALLOW_NETWORKS } = find(objects, 'ConfigMap', 'kalends-egress')!.data as Record<string, string>;
      expect(ALLOW_NETWORKS !== '').toBe(overlay.endsWith('dev'));
      const isPrivate = policies.some(({ metadata }) => metadata.name === 'some-reach-private-networks');
      const { podSelector, egress } = (isPrivate ? specOf('some-reach-private-networks') : {}) as {
        podSelector?: unknown;
        egress?: { to: { ipBlock: { cidr: string } }[] }[];
      };
      expect((egress ?? []).flatMap(({ to }) => to.map(({ ipBlock }) => ipBlock.cidr)).join()).toBe(ALLOW_NETWORKS);
      if (isPrivate) expect(podSelector).toEqual(specOf('some-reach-out').podSelector);
      expect(specOf('gateway-is-reached').podSelector).toEqual({
        matchLabels: { 'app.kubernetes.io/name': 'gateway' },
      });
      expect(specOf('smtp-is-reached')).toMatchObject({
        podSelector: { matchLabels: { 'app.kubernetes.io/name': 'invites' } },
        ingress: [{ ports: [{ protocol: 'TCP', port: 'smtp' }] }],
      });
    });

    it('given their references, when read, then volumes, selectors and targets exist and secrets are documented', () => {
      const guide = readFileSync(join(root, 'docs/operate.md'), 'utf8');
      for (const object of ours) {
        const volumes = ((podSpecOf(object)!.volumes ?? []) as { name: string }[]).map(({ name }) => name);
        for (const container of containersOf(object)) {
          const mounts = (container.volumeMounts ?? []).map(({ name }) => name);
          expect(volumes).toEqual(expect.arrayContaining(mounts));
          for (const value of Object.values(variablesOf(container, objects))) {
            if (typeof value === 'string') continue;
            const row = guide.split('\n').find((line) => line.includes(`| \`${value.secret}\` |`));
            expect(row, value.secret).toContain(`\`${value.key}\``);
          }
        }
      }
      expect(objects.filter(({ kind }) => kind === 'Secret')).toEqual([]);
      for (const { spec } of objects.filter(({ kind }) => kind === 'HorizontalPodAutoscaler')) {
        const { name } = (spec as { scaleTargetRef: { name: string } }).scaleTargetRef;
        expect(deploymentOf(objects, name)).toBeDefined();
      }
      const smtp = find(objects, 'Service', 'smtp')!.spec as { ports: unknown };
      expect(smtp.ports).toEqual([{ name: 'smtp', port: 25, targetPort: 'smtp' }]);
      expect(containerOf(objects, 'invites').ports).toContainEqual({ name: 'smtp', containerPort: 2525 });
    });
  });
