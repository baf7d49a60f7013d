import type { Variant } from './highlight.js';
import { readCurl, type Call } from './read-curl.js';

/** How a language writes a text that may name variables. */
interface Writer {
  /** A text without variables. */
  plain: (text: string) => string;
  /** A variable within a text that {@link around} encloses. */
  variable: (name: string) => string;
  around: (text: string) => string;
  /** What must be escaped within the latter. */
  escaped: (text: string) => string;
}

/** Names of variables in a text, and what is between them. */
const variables = /\$\{?([A-Z_]+)\}?/g;

const hasVariables = (text: string) => text.search(variables) >= 0;

function written(text: string, writer: Writer): string {
  if (!hasVariables(text)) return writer.plain(text);
  const parts = text.split(variables);
  return writer.around(
    parts.map((part, index) => (index % 2 === 0 ? writer.escaped(part) : writer.variable(part))).join(''),
  );
}

const single = (text: string) => `'${text.replaceAll(/[\\']/g, String.raw`\$&`)}'`;

const node: Writer = {
  plain: single,
  variable: (name) => `\${${name}}`,
  around: (text) => `\`${text}\``,
  escaped: (text) => text.replaceAll(/[\\`]/g, String.raw`\$&`),
};
const python: Writer = {
  plain: (text) => JSON.stringify(text),
  variable: (name) => `{env['${name}']}`,
  around: (text) => `f"${text}"`,
  escaped: (text) => text.replaceAll(/[\\"]/g, String.raw`\$&`).replaceAll(/[{}]/g, '$&$&'),
};
const php: Writer = {
  plain: single,
  variable: (name) => `{$env['${name}']}`,
  around: (text) => `"${text}"`,
  escaped: (text) => text.replaceAll(/[\\"$]/g, String.raw`\$&`),
};
const ruby: Writer = {
  plain: single,
  variable: (name) => `#{ENV['${name}']}`,
  around: (text) => `"${text}"`,
  escaped: (text) => text.replaceAll(/[\\"#]/g, String.raw`\$&`),
};

type Json = null | boolean | number | string | Json[] | { [name: string]: Json };

interface Notation {
  writer: Writer;
  none: string;
  yes: string;
  no: string;
  open: string;
  close: string;
  list: [string, string];
  member: (name: string, value: string) => string;
}

const plainName = /^[a-z_]\w*$/i;
const shared = { none: 'null', yes: 'true', no: 'false' };
const notations = {
  node: {
    ...{ ...shared, writer: node, open: '{', close: '}', list: ['[', ']'] },
    member: (name, value) => `${plainName.test(name) ? name : single(name)}: ${value}`,
  },
  python: {
    ...{ writer: python, none: 'None', yes: 'True', no: 'False', open: '{', close: '}', list: ['[', ']'] },
    member: (name, value) => `"${name}": ${value}`,
  },
  php: {
    ...{ ...shared, writer: php, open: '[', close: ']', list: ['[', ']'] },
    member: (name, value) => `${single(name)} => ${value}`,
  },
  ruby: {
    ...{ ...shared, writer: ruby, none: 'nil', open: '{', close: '}', list: ['[', ']'] },
    member: (name, value) => `${plainName.test(name) ? name : single(name)}: ${value}`,
  },
} satisfies Record<string, Notation>;

/** A JSON value as a literal of the language, indented by `level`. */
function literal(value: Json, to: Notation, level = 0): string {
  if (value === null) return to.none;
  if (typeof value === 'boolean') return value ? to.yes : to.no;
  if (typeof value === 'number') return String(value);
  if (typeof value === 'string') return written(value, to.writer);
  const isList = Array.isArray(value);
  const items = isList
    ? value.map((one) => literal(one, to, level + 1))
    : Object.entries(value).map(([name, one]) => to.member(name, literal(one, to, level + 1)));
  const [open, close] = isList ? to.list : [to.open, to.close];
  const inline = items.join(', ');
  if (inline.length < 60 && !inline.includes('\n'))
    return items.length === 0 ? open + close : `${open}${isList ? inline : ` ${inline} `}${close}`;
  const indent = '  '.repeat(level + 1);
  return `${open}\n${items.map((one) => `${indent}${one},\n`).join('')}${'  '.repeat(level)}${close}`;
}

interface Parts {
  call: Call;
  names: readonly string[];
  headers: Json;
  json: Json | undefined;
  form: Json | undefined;
}

function partsOf(call: Call): Parts | undefined {
  const names = [...new Set([...JSON.stringify(call).matchAll(variables)].map(([, name]) => name!))];
  const headers = Object.fromEntries(call.headers);
  if (typeof call.body !== 'string')
    return { call, names, headers, json: undefined, form: call.body && Object.fromEntries(call.body) };
  try {
    return { call, names, headers, json: JSON.parse(call.body) as Json, form: undefined };
  } catch {
    return undefined;
  }
}

const environment = 'process.env';

function inNode({ call, names, headers, json, form }: Parts): string {
  const { member } = notations.node;
  const options = [
    ...(call.method === 'GET' ? [] : [`method: '${call.method}'`]),
    ...(call.headers.length === 0 ? [] : [member('headers', literal(headers, notations.node, 1))]),
    ...(json === undefined ? [] : [`body: JSON.stringify(${literal(json, notations.node, 1)})`]),
    ...(form === undefined ? [] : [`body: new URLSearchParams(${literal(form, notations.node, 1)})`]),
  ];
  const given = options.length === 0 ? '' : `, {\n${options.map((one) => `  ${one},\n`).join('')}}`;
  const start = names.length === 0 ? '' : `const { ${names.join(', ')} } = ${environment};\n\n`;
  return `${start}const response = await fetch(${written(call.url, node)}${given});
console.log(response.status, await response.text());`;
}

function inPython({ call, names, headers, json, form }: Parts): string {
  const data =
    json === undefined
      ? form && `urlencode(${literal(form, notations.python)}).encode()`
      : `json.dumps(${literal(json, notations.python)}).encode()`;
  const imports = [
    ...(json === undefined ? [] : ['import json']),
    ...(names.length === 0 ? [] : ['from os import environ as env']),
    ...(form === undefined ? [] : ['from urllib.parse import urlencode']),
    'from urllib.request import Request, urlopen',
  ];
  const given = [
    `    ${written(call.url, python)},`,
    `    method="${call.method}",`,
    ...(call.headers.length === 0 ? [] : [`    headers=${literal(headers, notations.python, 2)},`]),
    ...(data === undefined ? [] : ['    data=data,']),
  ];
  return `${imports.join('\n')}\n\n${data === undefined ? '' : `data = ${data}\n`}request = Request(\n${given.join('\n')}\n)
with urlopen(request) as response:
    print(response.status, response.read().decode())`;
}

function inPhp({ call, names, headers, json, form }: Parts): string {
  const lines = Object.entries(headers as Record<string, string>).map(([name, value]) => `${name}: ${value}`);
  const content =
    json === undefined
      ? form && `http_build_query(${literal(form, notations.php, 1)})`
      : `json_encode(${literal(json, notations.php, 1)})`;
  const type = form === undefined ? [] : ['Content-Type: application/x-www-form-urlencoded'];
  const options = [
    `'method' => '${call.method}'`,
    ...(lines.length + type.length === 0 ? [] : [`'header' => ${literal([...lines, ...type], notations.php, 1)}`]),
    ...(content === undefined ? [] : [`'content' => ${content}`]),
  ];
  return `<?php
${names.length === 0 ? '' : '$env = getenv();\n'}$context = stream_context_create(['http' => [
${options.map((one) => `  ${one},\n`).join('')}]]);
echo file_get_contents(${written(call.url, php)}, false, $context);`;
}

function inRuby({ call, headers, json, form }: Parts): string {
  const kind = `${call.method[0]}${call.method.slice(1).toLowerCase()}`;
  const set = Object.entries(headers as Record<string, string>).map(
    ([name, value]) => `request['${name}'] = ${written(value, ruby)}\n`,
  );
  const body =
    json === undefined
      ? form && `request.set_form_data(${literal(form, notations.ruby)})\n`
      : `request.body = ${literal(json, notations.ruby)}.to_json\n`;
  return `${json === undefined ? '' : "require 'json'\n"}require 'net/http'

uri = URI(${written(call.url, ruby)})
request = Net::HTTP::${kind}.new(uri)
${set.join('')}${body ?? ''}response = Net::HTTP.start(uri.host, uri.port, use_ssl: uri.scheme == 'https') { |http| http.request(request) }
puts response.code, response.body`;
}

/** The command, and the same call in the other languages of the documentation if it is one call and nothing else. */
export function inAllLanguages(command: string): Variant[] {
  const call = readCurl(command);
  const parts = call && partsOf(call);
  const shell = { language: 'sh', text: command };
  if (!parts) return [shell];
  return [
    shell,
    { language: 'js', text: inNode(parts) },
    { language: 'python', text: inPython(parts) },
    { language: 'php', text: inPhp(parts) },
    { language: 'ruby', text: inRuby(parts) },
  ];
}
