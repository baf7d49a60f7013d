import { asError, Discard, InvalidMessage, Redeliver } from './errors.js';

type Verdict = 'ack' | 'redeliver' | 'dead-letter';

/** SQLSTATE classes and codes that are transient: connection, resources, operator, serialisation, deadlock, locks. */
const transientClasses = new Set(['08', '53', '57']);
const transientCodes = new Set(['40001', '40P01', '55P03', '25006']);
const transientSystemCodes = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT'],
  // of a host that is gone for a while: in a cluster, a pod that is replaced
  ...['EHOSTUNREACH', 'EHOSTDOWN', 'ENETUNREACH', 'ENETDOWN', 'EAI_AGAIN', 'ENOTFOUND'],
]);
const transientTexts =
  /connection terminated|timeout exceeded when trying to connect|client was closed|client has encountered a connection error/i;
/** Prisma: cannot reach, timed out, closed the connection, pool timeout, write conflict or deadlock. */
const transientPrismaCodes = new Set(['P1001', 'P1002', 'P1008', 'P1017', 'P2024', 'P2028', 'P2034']);

/**
 * Whether a statement was cancelled because it took too long: the database may be slow for a while, or the message may need
 * too much work. Only a few retries can distinguish the two.
 */
export function isTimeout(thrown: unknown): boolean {
  if (!(thrown instanceof Error)) return false;
  if ((thrown as { code?: unknown }).code === '57014' || /query read timeout/i.test(thrown.message)) return true;
  return thrown.cause !== undefined && thrown.cause !== thrown && isTimeout(thrown.cause);
}

/** Decides what happens to a message whose handler failed for the `deliveries`-th time. Nothing else decides this. */
export function sortError(thrown: unknown, deliveries: number, maxDeliveries: number): Verdict {
  if (thrown instanceof Discard) return 'ack';
  if (isTransient(thrown) && !isTimeout(thrown)) return 'redeliver';
  if (thrown instanceof InvalidMessage) return 'dead-letter';
  return deliveries < maxDeliveries ? 'redeliver' : 'dead-letter';
}

/** Whether the same call may succeed later without any change. */
export function isTransient(thrown: unknown): boolean {
  if (thrown instanceof Redeliver) return true;
  if (!(thrown instanceof Error)) return false;
  if (isTimeout(thrown) || hasTransientCode(thrown) || transientTexts.test(thrown.message)) return true;
  return thrown.cause !== undefined && thrown.cause !== thrown && isTransient(thrown.cause);
}

function hasTransientCode(error: Error): boolean {
  const { code } = error as { code?: unknown };
  if (typeof code !== 'string') return false;
  if (transientSystemCodes.has(code) || transientPrismaCodes.has(code) || transientCodes.has(code)) return true;
  return code.length === 5 && /^\d/.test(code) && transientClasses.has(code.slice(0, 2));
}

/** One line for a log or a dead letter. */
export function describe(thrown: unknown): string {
  const error = asError(thrown);
  return `${error.name}: ${error.message}`.slice(0, 2_000);
}
