import process from 'node:process';
import { parseArgs } from 'node:util';

const text = { type: 'string' };
const texts = { type: 'string', multiple: true };
const flag = { type: 'boolean' };
const { values, positionals, tokens } = parseArgs({
  allowPositionals: true,
  tokens: true,
  options: {
    header: { ...texts, short: 'H' },
    data: { ...texts, short: 'd' },
    'data-binary': texts,
    'data-urlencode': texts,
    get: { ...flag, short: 'G' },
    include: { ...flag, short: 'i' },
    request: { ...text, short: 'X' },
    silent: { ...flag, short: 's' },
    'show-error': { ...flag, short: 'S' },
    'fail-with-body': flag,
  },
});

const encoded = (value) => {
  const [name, ...rest] = value.split('=');
  return `${name}=${encodeURIComponent(rest.join('='))}`;
};
// in the order of the command line
const data = tokens.flatMap(({ kind, name, value }) => {
  if (kind !== 'option' || !name.startsWith('data')) return [];
  return [name === 'data-urlencode' ? encoded(value) : value];
});
const url = new URL(positionals[0]);
const isPosted = data.length > 0 && !values.get;
if (values.get && data.length > 0) url.search = [url.search.slice(1), ...data].filter(Boolean).join('&');
const headers = new Headers({ accept: '*/*', 'user-agent': 'curl' });
if (isPosted) headers.set('content-type', 'application/x-www-form-urlencoded');
for (const line of values.header ?? [])
  headers.set(line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).trim());

try {
  const method = values.request ?? (isPosted ? 'POST' : 'GET');
  const answer = await fetch(url, { method, headers, body: isPosted ? data.join('&') : undefined, redirect: 'manual' });
  const head = [
    `HTTP/1.1 ${answer.status} ${answer.statusText}`,
    ...[...answer.headers].map((pair) => pair.join(': ')),
  ];
  if (values.include) process.stdout.write(`${head.join('\r\n')}\r\n\r\n`);
  process.stdout.write(Buffer.from(await answer.arrayBuffer()));
  if (values['fail-with-body'] && answer.status >= 400) {
    process.stderr.write(`curl: (22) The requested URL returned error: ${answer.status}\n`);
    process.exitCode = 22;
  }
} catch (error) {
  process.stderr.write(`curl: (7) ${error.cause?.message ?? error.message}\n`);
  process.exitCode = 7;
}
