import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { skipFor } from '@kalends/testing';
import { expect, it } from 'vitest';
import { parse, stringify } from 'yaml';
import { fetched, missing } from '../testbed/programs.mjs';
import { alertCases } from './alert-cases.fixture.js';

const root = join(import.meta.dirname, '../..');
const { spec: ruleFile } = parse(readFileSync(join(root, 'k8s/monitoring/alerts.yaml'), 'utf8')) as { spec: object };

it('given the cases, when Prometheus evaluates the rules, then each alert fires when it must, and only then', async (context) => {
  const reason = await missing('promtool');
  if (reason) return skipFor(context, reason);
  const promtool = await fetched('promtool');
  const folder = mkdtempSync(join(tmpdir(), 'kalends-rules-'));
  writeFileSync(join(folder, 'rules.yaml'), stringify(ruleFile));
  const tests = alertCases.map(({ alert, given, fires, minute, series }) => ({
    name: `${alert}, ${given}`,
    interval: '1m',
    input_series: Object.entries(series).map(([name, values]) => ({ series: name, values })),
    promql_expr_test: [
      {
        expr: `count(ALERTS{alertname="${alert}",alertstate="firing"})`,
        eval_time: `${minute}m`,
        exp_samples: fires ? [{ labels: '{}', value: 1 }] : [],
      },
    ],
  }));
  const file = join(folder, 'cases.yaml');
  writeFileSync(file, stringify({ rule_files: ['rules.yaml'], evaluation_interval: '1m', tests }));
  const checked = spawnSync(promtool, ['check', 'rules', join(folder, 'rules.yaml')], { encoding: 'utf8' });
  expect(checked.status, checked.stdout + checked.stderr).toBe(0);
  const tested = spawnSync(promtool, ['test', 'rules', file], { encoding: 'utf8' });
  expect(tested.status, tested.stdout + tested.stderr).toBe(0);
  rmSync(folder, { recursive: true });
}, 1_300_000);
