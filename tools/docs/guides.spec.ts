import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { env } from 'node:process';
import { promisify } from 'node:util';
import { codeBlocks, skipFor } from '@kalends/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const run = promisify(execFile);
const root = join(import.meta.dirname, '../..');
const folder = join(root, 'docs/guides');
const paths = [env.PATH, '/usr/local/go/bin'].join(delimiter);

const blocks = codeBlocks(folder);
const textsOf = (guide: string, lang: string) =>
  blocks.filter((one) => one.page === guide && one.lang === lang).map(({ text }) => text);

let work: string;
beforeAll(() => {
  work = mkdtempSync(join(root, '.cache/guides-'));
});
afterAll(() => rmSync(work, { recursive: true, force: true }));

/** What `script` of an example is, if it has one. */
const scriptOf = (text: string) => /<script type="module">\n([\s\S]*?)<\/script>/.exec(text)?.[1] ?? '';
/** Shown in the page of the guide, and read below. */
const ofElements = [...new Set(blocks.map(({ lang }) => lang).filter((lang) => /^html\b|^jsx$/.test(lang)))];
const elements = readFileSync(join(root, 'libs/elements/dist/elements.js'), 'utf8');
const react = readFileSync(join(root, 'libs/elements/dist/types/react/index.d.ts'), 'utf8');

it.each(blocks.filter(({ lang }) => ofElements.includes(lang)))(
  'given $lang in $page, then the Elements have what it names, and its script can be read',
  ({ text, lang }) => {
    const names = [...text.matchAll(/<(kalends-[a-z-]+)|addEventListener\('([a-z-]+)'/g)].map(
      ([, tag, event]) => tag ?? event!,
    );
    const attributes = [...text.matchAll(/\s(element-token|start-time|end-time|rule-id|client-id|redirect-uri)=/g)].map(
      ([, name]) => name!,
    );
    for (const name of [...names, ...attributes]) expect(elements).toContain(name);
    if (lang.startsWith('html live')) expect(names[0]).toBe(lang.split(' ')[2]);
    expect(() => new Function(scriptOf(text))).not.toThrow();
    if (lang !== 'jsx') return;
    const components = [...text.matchAll(/import \{ (\w+) \} from '@kalends\/elements\/react'/g)].map(
      ([, name]) => name!,
    );
    expect(components).toHaveLength(1);
    for (const name of [...components, ...[...text.matchAll(/\s(on\w+)=/g)].map(([, handler]) => handler!)])
      expect(react).toContain(name);
  },
);

it('given the code of the guides, then each block is in a language that is run, here or in apps/e2e/src/guides.spec.ts', () => {
  // pictures are drawn: apps/gateway/src/docs/show-guide
  const outside = ['sh', 'js', 'json', 'python', 'mermaid', ...ofElements];
  const run = blocks.filter(({ page, lang }) =>
    (page === 'callbacks' ? [...outside, 'ruby', 'php', 'go'] : outside).includes(lang),
  );
  expect(blocks.filter((one) => !run.includes(one))).toEqual([]);
});

it.each(blocks.filter(({ lang }) => lang === 'json'))('given JSON in $page, then it can be read', ({ text }) => {
  expect(JSON.parse(text)).toBeTypeOf('object');
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
    { tags: 'long', timeout: 240_000 },
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
