import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';

const root = join(import.meta.dirname, '../..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');

interface Rule {
  alert: string;
  expr: string;
  for: string;
  labels: { severity: string };
  annotations: { summary: string; runbook: string };
}

const anchors = [...read('docs/operate.md').matchAll(/^### (.+)$/gm)].map(([, title]) =>
  title!.toLowerCase().replaceAll(' ', '-'),
);

describe('the alerts', () => {
  const { spec } = parse(read('k8s/monitoring/alerts.yaml')) as { spec: { groups: { rules: Rule[] }[] } };
  const rules = spec.groups.flatMap((group) => group.rules);

  it.each(rules.map((rule) => [rule.alert, rule] as const))('%s has instructions for the operator', (_, rule) => {
    expect(rule.annotations.summary).not.toBe('');
    const [file, anchor] = rule.annotations.runbook.split('#');
    expect(file).toBe('docs/operate.md');
    expect(anchors).toContain(anchor);
    expect(rule.labels.severity).toBeOneOf(['critical', 'warning']);
    expect(rule.for).toMatch(/^\d+m$/);
  });

  it('given what the guide explains, when compared, then each has its alert', () => {
    const named = rules.map(({ annotations }) => annotations.runbook.split('#')[1]);
    expect(anchors.filter((anchor) => !named.includes(anchor))).toEqual([]);
  });
});

describe('the dashboard', () => {
  it('given its panels, when read, then each has a query and none covers another', () => {
    const { panels } = JSON.parse(read('k8s/monitoring/dashboard.json')) as {
      panels: { title: string; gridPos: { x: number; y: number }; targets: { expr: string }[] }[];
    };
    expect(panels.every(({ targets }) => targets.every(({ expr }) => expr !== ''))).toBe(true);
    expect(new Set(panels.map(({ gridPos }) => `${gridPos.x} ${gridPos.y}`)).size).toBe(panels.length);
  });
});
