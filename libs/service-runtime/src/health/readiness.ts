/** `degraded`: works, but needs an operator (there are dead letters). */
export type CheckStatus = 'ok' | 'degraded' | 'failed';

export interface HealthCheck {
  name: string;
  /** Throwing counts as failed; the message is shown. Times out after two seconds. */
  check: () => Promise<CheckStatus | { status: CheckStatus; detail: string }>;
}

export interface Readiness {
  status: CheckStatus;
  checks: Record<string, { status: CheckStatus; detail?: string }>;
}

const TIMEOUT_MS = 2_000;

/** Runs all checks concurrently; the worst one decides. HTTP status: {@link statusCode}. */
export async function readiness(checks: readonly HealthCheck[]): Promise<Readiness> {
  const results = await Promise.all(checks.map(async (check) => [check.name, await runCheck(check)] as const));
  const found = results.map(([, result]) => result.status);
  const status = found.includes('failed') ? 'failed' : found.includes('degraded') ? 'degraded' : 'ok';
  return { status, checks: Object.fromEntries(results) };
}

/** 503 takes the instance out of the load balancer; degraded stays in. */
export function statusCode(report: Readiness): 200 | 503 {
  return report.status === 'failed' ? 503 : 200;
}

async function runCheck({ check }: HealthCheck): Promise<{ status: CheckStatus; detail?: string }> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${TIMEOUT_MS} ms`)), TIMEOUT_MS);
  });
  try {
    const result = await Promise.race([check(), late]);
    return typeof result === 'string' ? { status: result } : result;
  } catch (error) {
    return { status: 'failed', detail: error instanceof Error ? error.message : String(error) };
  } finally {
    clearTimeout(timer);
  }
}
