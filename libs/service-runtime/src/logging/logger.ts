import { type DestinationStream, type Logger, pino, stdTimeFunctions } from 'pino';
import { prettyFactory } from 'pino-pretty';
import { traceFields } from '../tracing/tracing.js';
import { redact } from './redact.js';
import { redactText } from './redact-text.js';
import { requestFields } from './request-fields.js';

export type { Logger } from 'pino';

interface LoggerOptions {
  /** Name of the service; on every line. */
  service: string;
  level?: string;
  /** `json`: one object per line; `pretty`: one short line for people. */
  format?: 'json' | 'pretty';
  /** Destination of the lines; standard output when absent. */
  write?: (line: string) => void;
  /** Whether a line for people is left out; JSON is always complete. */
  omits?: (line: { level?: number; event?: string }) => boolean;
}

/** Most that waits for a slow reader of the log, bytes; beyond it lines are dropped. */
const maxWaiting = 16 * 1024 * 1024;

let output: DestinationStream | undefined;

/** Standard output, one per process: nothing waits for its reader, and what is left is written when the program exits. */
const standardOutput = (): DestinationStream =>
  (output ??= pino.destination({ dest: 1, sync: false, maxLength: maxWaiting }));

const prettyLine = prettyFactory({
  colorize: false,
  ignore: 'service,event,context',
  messageFormat: '{service}: {msg}',
  singleLine: true,
  translateTime: 'UTC:HH:MM:ss',
});

/** A pino logger; times are UTC ISO strings, secrets are replaced everywhere (see `redact`). */
export function createLogger(options: LoggerOptions): Logger {
  const plain: DestinationStream = options.write === undefined ? standardOutput() : { write: options.write };
  const { omits } = options;
  const forPeople = (line: string) => {
    if (!omits?.(JSON.parse(line) as object)) plain.write(String(prettyLine(line)));
  };
  const destination = options.format === 'pretty' ? { write: forPeople } : plain;
  const root = pino(
    {
      level: options.level ?? 'info',
      base: null,
      timestamp: stdTimeFunctions.isoTime,
      mixin: () => ({ ...requestFields(), ...traceFields() }),
      // `formatters.log` has already converted errors to plain objects.
      serializers: { err: (error: unknown) => error },
      formatters: { log: (fields) => withoutReserved(redact(fields) as Record<string, unknown>) },
      hooks: { logMethod: redactMessages },
    },
    destination,
  );
  const logger = root.child({ service: options.service });
  roots.set(logger, root);
  return logger;
}

const reserved = ['level', 'time', 'service', 'msg'] as const;

/** A line's own keys are not written again: a field with such a name gets an underscore, as a JSON key occurs once. */
function withoutReserved(fields: Record<string, unknown>): Record<string, unknown> {
  for (const name of reserved) {
    if (!(name in fields)) continue;
    fields[`${name}_`] = fields[name];
    delete fields[name];
  }
  return fields;
}

/** Loggers without a service, by the logger that {@link createLogger} returned. */
const roots = new WeakMap<Logger, Logger>();

/** The same log for another service in this process: each line has `service` once, as JSON requires of a key. */
export const forService = (log: Logger, service: string): Logger => (roots.get(log) ?? log).child({ service });

type LogMethod = (...args: unknown[]) => void;

/** An Error logged alone must keep its stack; every message passes the text redaction. */
function redactMessages(this: Logger, args: unknown[], method: LogMethod): void {
  const [first, ...rest] = args;
  const head =
    first instanceof Error ? [{ err: first }, rest.length === 0 ? redactText(first.message) : undefined] : [first];
  const all = [...head.filter((part) => part !== undefined), ...rest];
  method.apply(this, all.map((part) => (typeof part === 'string' ? redactText(part) : part)) as []);
}

/** One line per business event with all its known fields: easy to filter and to count. */
export function logEvent(logger: Logger, event: string, fields: Record<string, unknown>): void {
  logger.info({ event, ...fields }, event);
}
