/** What a curl command of the documentation sends. Texts may name variables of the shell (`$TOKEN`). */
export interface Call {
  method: string;
  url: string;
  headers: [name: string, value: string][];
  /** A text, or the fields of a form; without it nothing is sent. */
  body?: string | [name: string, value: string][];
}

/** Names a variable in braces, so that what follows it after a quote is not read as part of its name. */
const inBraces = (text: string) => text.replaceAll(/\$([A-Z_]+)/g, '${$1}');

/** The words of a command for a POSIX shell, as in the documentation: quotes, line ends escaped, nothing expanded. */
function wordsOf(command: string): string[] {
  const words: string[] = [];
  for (const [, word] of command.replaceAll('\\\n', ' ').matchAll(/\s*((?:'[^']*'|"(?:[^"\\]|\\.)*"|[^\s'"])+)/gy))
    words.push(
      word!.replace(
        /'([^']*)'|"((?:[^"\\]|\\.)*)"|[^'"]+/g,
        (bare: string, plain?: string, quoted?: string) => plain ?? inBraces(quoted ?? bare),
      ),
    );
  return words;
}

const fieldOf = (text: string): [string, string] => {
  const at = text.indexOf('=');
  return [text.slice(0, at), text.slice(at + 1)];
};

const flags = new Set(['--fail-with-body', '-i', '-s']);

interface Read {
  method?: string;
  url?: string;
  headers: [string, string][];
  data: string[];
  inQuery: boolean;
}

/** Reads one option, or the address; false if it is not of those that the documentation uses. */
function readWord(read: Read, word: string, next: () => string): boolean {
  if (flags.has(word)) return true;
  if (word === '-G') return (read.inQuery = true);
  if (word === '-X') return ((read.method = next()), true);
  if (word === '-H') {
    const [, name, value] = /^([^:]+): (.*)$/.exec(next()) ?? [];
    return name !== undefined && (read.headers.push([name, value!]), true);
  }
  if (word === '-d' || word === '--data-urlencode') return (read.data.push(next()), true);
  if (word.startsWith('-') || read.url !== undefined) return false;
  read.url = word;
  return true;
}

/** The call that a command makes, if it is one curl command of the documentation's kind; a file for the answer is left out. */
export function readCurl(command: string): Call | undefined {
  const text = command.trim().replace(/\s>\s*[\w.-]+$/, '');
  const [program, ...words] = wordsOf(text);
  if (program !== 'curl' || /[|;<>]|\$\(/.test(text.replaceAll(/'[^']*'/g, "''"))) return undefined;
  const read: Read = { headers: [], data: [], inQuery: false };
  while (words.length > 0) if (!readWord(read, words.shift()!, () => words.shift() ?? '')) return undefined;
  const { url, headers, data, inQuery } = read;
  if (url === undefined) return undefined;
  if (inQuery) return { method: 'GET', url: `${url}?${data.join('&')}`, headers };
  const method = read.method ?? (data.length > 0 ? 'POST' : 'GET');
  if (data.length === 0) return { method, url, headers };
  const isJson = headers.some(([name, value]) => /^content-type$/i.test(name) && value.startsWith('application/json'));
  return { method, url, headers, body: isJson ? data.join('&') : data.map(fieldOf) };
}
