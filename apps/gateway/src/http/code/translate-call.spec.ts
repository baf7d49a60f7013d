import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { codeBlocks, pathWithStandIns, roundsOf, skipFor } from '@kalends/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readCurl } from './read-curl.js';
import { inAllLanguages } from './translate-call.js';

const run = promisify(execFile);
const root = join(import.meta.dirname, '../../../../..');

interface Sent {
  method: string;
  url: string;
  authorization: string;
  type: string;
  body: unknown;
}

const programs: Record<string, [program: string, file: string]> = {
  sh: ['/bin/sh', 'call.sh'],
  js: [process.execPath, 'call.mjs'],
  python: ['python3', 'call.py'],
  php: ['php', 'call.php'],
  ruby: ['ruby', 'call.rb'],
};
const isMissing = (program: string) =>
  !program.startsWith('/') &&
  !pathWithStandIns()
    .split(delimiter)
    .some((path) => existsSync(join(path, program)));

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  let text = '';
  for await (const chunk of request) text += String(chunk);
  if (text === '') return null;
  const isJson = request.headers['content-type']?.startsWith('application/json');
  return isJson ? (JSON.parse(text) as unknown) : Object.fromEntries(new URLSearchParams(text));
}

/** Each command of the guides that is one call. */
const commands = codeBlocks(join(root, 'docs/guides'))
  .filter(({ lang, text }) => lang === 'sh' && readCurl(text) !== undefined)
  .map(({ page, text }) => [page, text] as const);

/** Each starts two programs. The longest have the most to translate: with every change it is one, at night all. */
const tried = commands
  .toSorted(([, one], [, other]) => other.length - one.length)
  .slice(0, roundsOf('KALENDS_TRANSLATED_CALLS', { usual: 1, nightly: commands.length }));

describe('a call of the guides in other languages', () => {
  let server: Server;
  let work: string;
  let sent: Sent[] = [];
  beforeAll(async () => {
    work = mkdtempSync(join(tmpdir(), 'kalends-calls-'));
    server = createServer((request, response) => {
      void bodyOf(request).then((body) => {
        const { method = '', url = '', headers } = request;
        const type = (headers['content-type'] ?? '').split(';')[0]!;
        sent.push({ method, url: decodeURIComponent(url), authorization: headers.authorization ?? '', type, body });
        response.end('{}');
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });
  afterAll(async () => {
    await new Promise((resolve) => server.close(resolve));
    rmSync(work, { recursive: true });
  });

  async function sentBy(language: string, text: string): Promise<Sent> {
    const [program, file] = programs[language]!;
    writeFileSync(join(work, file), text);
    const env = {
      ...{
        PATH: pathWithStandIns(),
        HOME: process.env.HOME ?? work,
        TOKEN: 'to"k$e\'n',
        API_KEY: 'KAL_key',
        CALENDAR: 'cal_1',
      },
      ...{
        DAY: '2026-12-06',
        SUB: 'acc_1',
        CODE: 'c-1',
        CLIENT_ID: 'id',
        CLIENT_SECRET: 'KAL_s',
        REFRESH_TOKEN: 'r',
        CURSOR: 'c',
      },
      ...{
        REDIRECT_URI: 'http://127.0.0.1/a?b=c&d',
        KALENDS: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      },
    };
    sent = [];
    await run(program, [file], { cwd: work, env, timeout: 60_000 });
    expect(sent).toHaveLength(1);
    return sent[0]!;
  }

  it('given the guides, then they have calls of each kind', () => {
    const calls = commands.map(([, text]) => readCurl(text)!);
    expect(new Set(calls.map(({ method }) => method))).toEqual(new Set(['GET', 'POST', 'DELETE']));
    expect(calls.length).toBeGreaterThan(12);
  });

  it.for(tried.flatMap(([page, text]) => Object.keys(programs).map((language) => [page, language, text] as const)))(
    'given a call of %s in %s, when run, then it sends what the command sends',
    { timeout: 120_000 },
    async ([, language, text], context) => {
      if (isMissing(programs[language]![0])) return skipFor(context, `${programs[language]![0]} is not installed`);
      const variant = inAllLanguages(text).find((one) => one.language === language)!;
      expect(await sentBy(language, variant.text)).toEqual(await sentBy('sh', text));
    },
  );
});

describe('reading a command', () => {
  it.each([
    ['two commands', 'curl http://a; curl http://b'],
    ['a pipe', 'curl http://a | node -p 1'],
    ['the output of another command', 'curl -H "a: $(cat b)" http://a'],
    ['an option that is not known', 'curl --proxy http://b http://a'],
    ['two addresses', 'curl http://a http://b'],
    ['another program', 'npm ci'],
    ['a body that is not JSON', `curl -H 'Content-Type: application/json' -d '{' http://a`],
  ])('given %s, then it stays as it is', (_, command) =>
    expect(inAllLanguages(command)).toEqual([{ language: 'sh', text: command }]),
  );

  it('given quotes and special characters in a value, then each language escapes them', () => {
    const command = String.raw`curl -H 'Content-Type: application/json' -d '{"a": "it\u0027s \"x\" $TOKEN {1} #{2} \\"}' http://a`;
    const texts = Object.fromEntries(inAllLanguages(command).map(({ language, text }) => [language, text]));
    expect(texts.js).toContain('`it\'s "x" ${TOKEN} {1} #{2} \\\\`');
    expect(texts.python).toContain(String.raw`f"it's \"x\" {env['TOKEN']} {{1}} #{{2}} \\"`);
    expect(texts.ruby).toContain(String.raw`"it's \"x\" #{ENV['TOKEN']} {1} \#{2} \\"`);
    expect(texts.php).toContain(String.raw`"it's \"x\" {$env['TOKEN']} {1} #{2} \\"`);
  });
});
