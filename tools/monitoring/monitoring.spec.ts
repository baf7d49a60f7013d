import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { metrics } from '@kalends/service-runtime';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { alertCases } from './alert-cases.fixture.js';

const root = join(import.meta.dirname, '../..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');

interface Rule {
  alert?: string;
  record?: string;
  expr: string;
  for: string;
  labels: { severity: string };
  annotations: { summary: string; runbook: string };
}

const { spec: ruleFile } = parse(read('k8s/monitoring/alerts.yaml')) as { spec: { groups: { rules: Rule[] }[] } };
const rules = ruleFile.groups.flatMap((group) => group.rules);
const alerts = rules.filter(({ alert }) => alert !== undefined);
const { panels } = JSON.parse(read('k8s/monitoring/dashboard.json')) as {
  panels: { title: string; gridPos: { x: number; y: number }; targets: { expr: string }[] }[];
};
const anchors = [...read('docs/operate.md').matchAll(/^### (.+)$/gm)].map(([, title]) =>
  title!.toLowerCase().replaceAll(' ', '-'),
);

describe('the alerts', () => {
  it.each(alerts.map((rule) => [rule.alert, rule] as const))('%s has instructions for the operator', (_, rule) => {
    expect(rule.annotations.summary).not.toBe('');
    const [file, anchor] = rule.annotations.runbook.split('#');
    expect(file).toBe('docs/operate.md');
    expect(anchors).toContain(anchor);
    expect(rule.labels.severity).toBeOneOf(['critical', 'warning']);
    expect(rule.for).toMatch(/^\d+m$/);
  });

  it('given what the guide explains, when compared, then each has its alert', () => {
    const named = alerts.map(({ annotations }) => annotations.runbook.split('#')[1]);
    expect(anchors.filter((anchor) => !named.includes(anchor))).toEqual([]);
  });

  it('given the cases, when compared with the alerts, then each alert has one that fires it and one that does not', () => {
    const named = (fires: boolean) => alertCases.filter((one) => one.fires === fires).map(({ alert }) => alert);
    const all = alerts.map(({ alert }) => alert!).sort();
    expect([...new Set(named(true))].sort()).toEqual(all);
    expect([...new Set(named(false))].sort()).toEqual(all);
  });
});

describe('the dashboard', () => {
  it('given its panels, when read, then each has a query and none covers another', () => {
    expect(panels.every(({ targets }) => targets.every(({ expr }) => expr !== ''))).toBe(true);
    expect(new Set(panels.map(({ gridPos }) => `${gridPos.x} ${gridPos.y}`)).size).toBe(panels.length);
  });
});

/** What the services measure: a name in a query, and the labels that it may have beside those of Prometheus. */
const measured = Object.values(metrics).flatMap((metric) => {
  const { name, labelNames } = metric as unknown as { name: string; labelNames: string[] };
  const isHistogram = 'buckets' in metric;
  const of = (suffix: string, more: string[] = []) => [name + suffix, [...labelNames, ...more]] as const;
  return isHistogram ? [of('_count'), of('_sum'), of('_bucket', ['le'])] : [of('')];
});
const known = new Map<string, readonly string[]>([
  ...measured,
  ...rules.flatMap(({ record }) => (record ? [[record, ['objective']] as const] : [])),
  // of Prometheus and prom-client
  ['up', ['job']],
  ['process_resident_memory_bytes', []],
  ['process_cpu_seconds_total', []],
]);

describe('the queries', () => {
  const queries = [...rules, ...panels.flatMap(({ targets }) => targets)].map(({ expr }) => expr);

  it.each([...new Set(queries)])(
    'given %s, when compared with the metrics, then each name and label exists',
    (expr) => {
      const selectors = [...expr.matchAll(/\b([a-z][\w:]*)(\{[^}]*\})?(?=\s*[[)><=\s*+/-]|$)/g)]
        .map(([, name, labels]) => ({ name: name!, labels: [...(labels ?? '').matchAll(/(\w+)(?==~?"|!=)/g)] }))
        .filter(({ name }) => name.includes('_') || name.includes(':') || name === 'up')
        .filter(({ name }) => name !== 'histogram_quantile');
      expect(selectors.length).toBeGreaterThan(0);
      for (const { name, labels } of selectors) {
        expect([...known.keys()]).toContain(name);
        for (const [, label] of labels) expect(known.get(name), `${name}{${label}}`).toContain(label);
      }
    },
  );
});
