import { readFile } from 'node:fs/promises';
import { boundMs } from '../../../../tools/bounds/bound-ms.mjs';

/** Violations of the limits. */
export interface Findings {
  /** Responses with 5xx, by request. */
  serverErrors: string[];
  /** Longest time that the process's own work blocked its event loop, ms. */
  blockedMs: number;
  /** Peak memory of the process, MB (VmHWM: without PostgreSQL). */
  memoryMb: number;
  /** What a user of another application felt: 99 % of the reads took at most this long, ms. */
  bystanderMs: number;
  /** Set when the process ended. */
  ended?: string;
}

export const limits = { blockedMs: boundMs(200), memoryMb: 512, bystanderMs: boundMs(250) };

const measure = (text: string, name: string) => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1] ?? 0);

/** Reads the process's metrics and the kernel's statistics into the findings. */
export async function collectFindings(findings: Findings, metricsUrl: string, pid: number): Promise<void> {
  const text = await fetch(metricsUrl, { signal: AbortSignal.timeout(30_000) }).then((answer) => answer.text());
  findings.blockedMs = Math.round(measure(text, 'kalends_event_loop_blocked_seconds') * 1_000);
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  findings.memoryMb = Math.round(Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) / 1_024);
}

/** Descriptions of exceeded limits. */
export function problemsOf({ serverErrors, blockedMs, memoryMb, bystanderMs, ended }: Findings): string[] {
  return [
    ...(ended ? [`the process ended: ${ended}`] : []),
    ...(serverErrors.length > 0 ? [`${serverErrors.length} answers with 5xx, first: ${serverErrors[0]}`] : []),
    ...(blockedMs > limits.blockedMs ? [`the event loop was blocked for ${blockedMs} ms (${limits.blockedMs})`] : []),
    ...(bystanderMs > limits.bystanderMs
      ? [`a bystander waited for ${bystanderMs} ms (p99; ${limits.bystanderMs})`]
      : []),
    ...(memoryMb > limits.memoryMb ? [`the process used ${memoryMb} MB (${limits.memoryMb})`] : []),
  ];
}
