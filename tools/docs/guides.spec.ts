import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { env } from 'node:process';
import { promisify } from 'node:util';
import { missingForPython, python, skipFor } from '@kalends/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestGateway } from '../../apps/gateway/src/gateway.fixture.js';
import { startForGuides } from './guides.fixture.js';

const run = promisify(execFile);
const root = join(import.meta.dirname, '../..');
const folder = join(root, 'docs/guides');
const paths = [env.PATH, '/usr/local/go/bin'].join(delimiter);

interface Block {
  guide: string;
  lang: string;
  text: string;
}

const blocks: Block[] = readdirSync(folder).flatMap((file) =>
  [...readFileSync(join(folder, file), 'utf8').matchAll(/^```(.*)\n([\s\S]*?)^```$/gm)].map(([, lang, text]) => ({
    guide: file.replace('.md', ''),
    lang: lang!,
    text: text!,
  })),
);
const inGuides = (lang: string) => [
  ...new Set(blocks.filter((one) => one.lang === lang && one.guide !== 'callbacks').map(({ guide }) => guide)),
];
const textsOf = (guide: string, lang: string) =>
  blocks.filter((one) => one.guide === guide && one.lang === lang).map(({ text }) => text);

let work: string;
beforeAll(() => {
  work = mkdtempSync(join(root, '.cache/guides-'));
});
afterAll(() => rmSync(work, { recursive: true, force: true }));

it('given the code of the guides, then each block is in a language that is run below', () => {
  const known = ['sh', 'js', 'json', 'python', 'ruby', 'php', 'go'];
  expect(blocks.filter(({ lang }) => !known.includes(lang))).toEqual([]);
  expect(inGuides('ruby').concat(inGuides('php'), inGuides('go'))).toEqual([]);
});

it.each(blocks.filter(({ lang }) => lang === 'json'))('given JSON in $guide, then it can be read', ({ text }) => {
  expect(JSON.parse(text)).toBeTypeOf('object');
});

describe('the commands and programs of the guides', () => {
  let gateway: TestGateway;
  let variables: Record<string, string>;
  beforeAll(async () => {
    ({ gateway, variables } = await startForGuides());
    mkdirSync(join(work, '.kalends'));
    const demo = { access_token: variables.TOKEN, calendar_id: variables.CALENDAR };
    writeFileSync(join(work, '.kalends/demo.json'), JSON.stringify(demo));
  });
  afterAll(() => gateway.stop());

  const execute = (program: string, args: string[]) =>
    run(program, args, { cwd: work, env: { PATH: paths, HOME: work, ...variables }, timeout: 60_000 });

  it.each(inGuides('sh'))(
    'given the commands of %s, when run in order, then each succeeds',
    { timeout: 120_000 },
    async (guide) => {
      const script = textsOf(guide, 'sh').join('\n').replaceAll('http://127.0.0.1:3000', gateway.url);
      const { stdout } = await execute('bash', [
        '--norc',
        '-euo',
        'pipefail',
        '-c',
        script.replaceAll('curl ', 'curl -sS '),
      ]);
      const says: Record<string, RegExp> = {
        'quick-start': /"calendars".*"summary":"My first event"/s,
        errors: /"tzid":\[\{"key":"errors.required","description":"tzid must be specified"\}\]/,
        oauth: /"access_token"/,
        'smart-invites': /"attachments"/,
        availability: /"available_slots":\[\{.*"sub":/,
      };
      expect(stdout).toMatch(says[guide] ?? /^/);
    },
  );

  it.each(inGuides('js'))(
    'given the programs of %s, when run, then each succeeds',
    { timeout: 120_000 },
    async (guide) => {
      for (const [index, text] of textsOf(guide, 'js').entries()) {
        const file = join(work, `${guide}-${index}.mjs`);
        writeFileSync(file, text);
        expect((await execute(process.execPath, [file])).stdout).not.toBe('');
      }
    },
  );

  it.for(inGuides('python'))(
    'given the Python of %s, when run, then it succeeds',
    { timeout: 120_000 },
    async (guide, context) => {
      const missing = missingForPython('pycronofy', 'pycronofy==2.1.1');
      if (missing !== undefined) return skipFor(context, missing);
      for (const text of textsOf(guide, 'python'))
        expect((await execute(python(), ['-c', text])).stdout.trim()).toBe('1');
    },
  );
});

/** How each language calls the function of the guide with BODY, HEADER and SECRET from the environment. */
const callers: Record<string, { program: string; file: string; args?: string[]; call: string }> = {
  js: {
    program: process.execPath,
    file: 'callback.mjs',
    call: 'const { BODY, HEADER, SECRET } = process.env; console.log(isGenuine(Buffer.from(BODY), HEADER, SECRET));',
  },
  python: {
    program: 'python3',
    file: 'callback.py',
    call: 'from os import environ as e\nprint(str(is_genuine(e["BODY"].encode(), e.get("HEADER"), e["SECRET"])).lower())',
  },
  ruby: { program: 'ruby', file: 'callback.rb', call: 'puts genuine?(ENV["BODY"], ENV["HEADER"], ENV["SECRET"])' },
  php: {
    program: 'php',
    file: 'callback.php',
    call: "echo is_genuine(getenv('BODY'), getenv('HEADER') ?: null, getenv('SECRET')) ? 'true' : 'false';",
  },
  go: {
    program: 'go',
    file: 'callback.go',
    args: ['run'],
    call: 'func main() { println(IsGenuine([]byte(os.Getenv("BODY")), os.Getenv("HEADER"), os.Getenv("SECRET"))) }',
  },
};

const asProgram = (lang: string, text: string) =>
  lang === 'go' ? text.replace('package callbacks', 'package main').replace('"strings"', '"os"\n\t"strings"') : text;

const isMissing = (program: string): boolean => !paths.split(delimiter).some((path) => existsSync(join(path, program)));

describe('the verification of callbacks (CBK-1)', () => {
  // the vector that the hosted service has published
  const genuine = {
    BODY: '{"example":"well-known"}',
    SECRET: 'pDY0Oi7TJSP2hfNmZNkm5',
    HEADER: '6r2/HjBkqymGegX0wOfifieeUXbbHwtV/LohHS+jv6c=',
  };
  const cases: [Record<string, string>, boolean][] = [
    [genuine, true],
    [{ ...genuine, HEADER: `5DxentQi5YSXODEzTVv06sRwJ3pULIz1KrYv20qxEK0=,${genuine.HEADER}` }, true],
    [{ ...genuine, BODY: '{"example":"well-known"} ' }, false],
    [{ ...genuine, SECRET: 'another' }, false],
    [{ ...genuine, HEADER: 'AAAA' }, false],
    [{ BODY: genuine.BODY, SECRET: genuine.SECRET }, false],
  ];

  it.for(Object.keys(callers))(
    'given the code in %s, when called, then it accepts the genuine only',
    { timeout: 240_000 },
    async (lang, context) => {
      const { program, file, args = [], call } = callers[lang]!;
      if (isMissing(program.split('/').at(-1)!) && !existsSync(program))
        return skipFor(context, `${program} is not installed`);
      const [text, ...more] = textsOf('callbacks', lang);
      expect(more).toEqual([]);
      writeFileSync(join(work, file), `${asProgram(lang, text!)}\n${call}\n`);
      for (const [variables, expected] of cases) {
        const environment = { PATH: paths, HOME: env.HOME ?? tmpdir(), ...variables };
        const { stdout, stderr } = await run(program, [...args, file], { cwd: work, env: environment });
        expect([variables, (stdout + stderr).trim()]).toEqual([variables, String(expected)]);
      }
    },
  );
});
