import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { skipFor } from '@kalends/testing';
import { beforeEach, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { comparable, missingForHelm, render } from './helm.fixture.js';
import { objectsIn } from './manifests.js';

const root = join(import.meta.dirname, '../..');

it('given the version, when compared, then the chart has it', () => {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
  const chart = parse(readFileSync(join(root, 'k8s/helm/Chart.yaml'), 'utf8')) as object;
  expect(chart).toMatchObject({ version, appVersion: version });
});

describe('the Helm chart', () => {
  beforeEach((context) => {
    const missing = missingForHelm();
    if (missing) skipFor(context, missing);
  });

  it('given no values, when rendered, then it is the kustomize base', () => {
    expect(comparable(render())).toEqual(comparable(objectsIn(join(root, 'k8s/base'))));
  });

  it('given a host and replicas, when rendered, then Ingress and autoscaler have them', () => {
    const rendered = comparable(render('ingress.host=cal.example.org', 'replicas.gateway.minReplicas=3'));
    expect(JSON.stringify(rendered['Ingress gateway'])).toContain('"host":"cal.example.org"');
    expect(rendered['HorizontalPodAutoscaler gateway']).toMatchObject({ spec: { minReplicas: 3, maxReplicas: 6 } });
  });

  it('given networks of operators, when rendered, then the console has the Ingress of k8s/console for them, and otherwise none', () => {
    const console = 'Ingress gateway-console';
    expect(Object.keys(comparable(render()))).not.toContain(console);
    const rendered = comparable(render('ingress.consoleNetworks={10.0.0.0/8}'));
    expect(rendered[console]).toEqual(comparable(objectsIn(join(root, 'k8s/console')))[console]);
    const several = comparable(render('ingress.consoleNetworks={192.0.2.0/24,2001:db8::/32}'))[console];
    expect(several).toMatchObject({
      annotations: { 'nginx.ingress.kubernetes.io/whitelist-source-range': '192.0.2.0/24,2001:db8::/32' },
    });
    expect(
      Object.keys(comparable(render('ingress.enabled=false', 'ingress.consoleNetworks={10.0.0.0/8}'))),
    ).not.toContain(console);
  });

  it('given another Ingress of yours, when disabled, then there is none', () => {
    expect(Object.keys(comparable(render('ingress.enabled=false')))).not.toContain('Ingress gateway');
  });
});
