/** Labels of pino's level numbers. */
const labels: Record<number, string> = { 10: 'trace', 20: 'debug', 30: '     ', 40: 'WARN ', 50: 'ERROR', 60: 'FATAL' };
const hidden = new Set(['level', 'time', 'msg', 'service', 'event', 'err', 'context']);

/** One JSON log line as one short line for people: local text first, remaining fields as `name=value`. */
export function prettyLine(json: string): string {
  const record = parse(json);
  if (record === undefined) return json;
  const { time, level, service, msg, err } = record;
  const clock = typeof time === 'string' ? time.slice(11, 19) : '';
  const fields = Object.entries(record).filter(([name]) => !hidden.has(name));
  const rest = fields.map(
    ([name, value]) => ` ${name}=${typeof value === 'object' ? JSON.stringify(value) : String(value)}`,
  );
  const line = `${clock} ${labels[Number(level)] ?? ''} ${String(service ?? '')}: ${String(msg ?? '')}${rest.join('')}`;
  return `${line}${errorLines(err)}\n`;
}

function errorLines(err: unknown): string {
  if (typeof err !== 'object' || err === null) return '';
  const { stack, message } = err as { stack?: string; message?: string };
  return `\n    ${(stack || message || '').split('\n').slice(0, 8).join('\n    ')}`;
}

function parse(json: string): Record<string, unknown> | undefined {
  try {
    return JSON.parse(json) as Record<string, unknown>;
  } catch {
    return undefined;
  }
}
