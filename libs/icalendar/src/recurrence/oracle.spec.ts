import { execFile } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { expand, parseCalendarObject } from '../index.js';
import { pythonMissing } from '../testing/external.js';

interface Case {
  ics: string;
  /** Seconds since 1970. */
  window: [number, number];
  expected: [number, number][];
}

const part = 500;
const program = fileURLToPath(new URL('../../../../tools/oracle/generate.py', import.meta.url));
const seed = process.env['KALENDS_ORACLE_SEED'] || '5545';
const count = Number(process.env['KALENDS_ORACLE_SERIES'] || (process.env['KALENDS_NIGHTLY'] === '1' ? 10_000 : 400));

/**
 * Series number `from` to before `to` of the seed, each with the result of an oracle written from the RFC in Python.
 */
async function cases(from: number, to: number): Promise<Case[]> {
  const args = [program, seed, String(from), String(to)];
  const { stdout } = await promisify(execFile)('python3', args, { maxBuffer: 1 << 30 });
  const lines = stdout.split('\n').filter((line) => line !== '');
  return lines.map((line) => JSON.parse(line) as Case);
}

const byTimes = (a: [number, number], b: [number, number]) => a[0] - b[0] || a[1] - b[1];

function ours({ ics, window }: Case): [number, number][] | string {
  const parsed = parseCalendarObject(ics);
  if (!parsed.ok) return parsed.reason;
  const [start, end] = window.map((second) => second * 1000) as [number, number];
  return expand(parsed.series[0]!, { start, end }, { floatingZone: 'Etc/UTC' })
    .map(({ startMs, endMs }): [number, number] => [startMs / 1000, endMs / 1000])
    .sort(byTimes);
}

describe('series against an oracle written from RFC 5545', () => {
  it(`given ${count} random series of the seed ${seed}, then their instances in a window are the oracle’s`, async (ctx) => {
    const reason = pythonMissing('zoneinfo');
    if (reason) return ctx.skip(reason);
    const differences: { number: number; ics: string; window: string[]; missing: string[]; extra: string[] }[] = [];
    let instances = 0;
    const compare = (from: number, several: Case[]) => {
      for (const [index, one] of several.entries()) {
        const found = ours(one);
        instances += one.expected.length;
        if (JSON.stringify(found) === JSON.stringify(one.expected)) continue;
        differences.push({ number: from + index, ics: one.ics, ...differenceOf(one, found) });
      }
    };
    const parts = Array.from({ length: Math.ceil(count / part) }, (_, index) => index * part);
    const worker = async () => {
      for (let from = parts.shift(); from !== undefined; from = parts.shift()) {
        compare(from, await cases(from, Math.min(count, from + part)));
      }
    };
    await Promise.all(Array.from({ length: availableParallelism() }, worker));
    expect(differences.slice(0, 3)).toEqual([]);
    expect(instances).toBeGreaterThan(count);
  }, 900_000);
});

function differenceOf({ window, expected }: Case, found: [number, number][] | string) {
  const text = (one: [number, number]) => one.map((second) => new Date(second * 1000).toISOString()).join('/');
  const ourTexts = typeof found === 'string' ? [found] : found.map(text);
  const theirs = expected.map(text);
  return {
    window: [text(window)],
    missing: theirs.filter((one) => !ourTexts.includes(one)).slice(0, 5),
    extra: ourTexts.filter((one) => !theirs.includes(one)).slice(0, 5),
  };
}
