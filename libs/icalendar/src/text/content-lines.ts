/** One content line (RFC 5545 §3.1): the name in upper case, the parameters and the value as written. */
export interface ContentLine {
  name: string;
  params: { name: string; values: string[] }[];
  value: string;
}

/** The logical lines of a text: unfolded, without empty ones. Takes CRLF, LF and CR. */
export function unfold(text: string): string[] {
  const out: string[] = [];
  let pieces: string[] = [];
  for (const line of text.split(/\r\n|\n|\r/)) {
    if ((line.startsWith(' ') || line.startsWith('\t')) && pieces.length > 0) pieces.push(line.slice(1));
    else {
      if (pieces.length > 0) out.push(pieces.join(''));
      pieces = line === '' ? [] : [line];
    }
  }
  if (pieces.length > 0) out.push(pieces.join(''));
  return out;
}

/** The property name of a content line, in upper case, a group prefix left out. */
export function lineName(line: string): string {
  const end = line.search(/[;:]/);
  return (end < 0 ? line : line.slice(0, end)).trim().toUpperCase();
}

/** Splits a content line, `null` if it has no value part. RFC 6868 parameter encoding is undone. */
export function parseLine(line: string): ContentLine | null {
  const params: ContentLine['params'] = [];
  let at = line.search(/[;:]/);
  if (at < 1) return null;
  const name = line.slice(0, at).trim().toUpperCase();
  while (line[at] === ';') {
    const eq = line.indexOf('=', at);
    if (eq < 0) return null;
    const param = {
      name: line
        .slice(at + 1, eq)
        .trim()
        .toUpperCase(),
      values: [] as string[],
    };
    at = eq;
    do {
      const end = endOfParamValue(line, at + 1);
      if (end < 0) return null;
      param.values.push(decodeParam(line.slice(at + 1, end)));
      at = end;
    } while (line[at] === ',');
    params.push(param);
  }
  return line[at] === ':' ? { name, params, value: line.slice(at + 1) } : null;
}

function endOfParamValue(line: string, from: number): number {
  if (line[from] === '"') {
    const close = line.indexOf('"', from + 1);
    return close < 0 ? -1 : close + 1;
  }
  for (let i = from; i < line.length; i++) if (line[i] === ';' || line[i] === ':' || line[i] === ',') return i;
  return -1;
}

const DECODED: Record<string, string> = { '^^': '^', '^n': '\n', "^'": '"' };

const decodeParam = (raw: string): string =>
  raw.replace(/^"([^"]*)"$/, '$1').replace(/\^[\^n']/g, (code) => DECODED[code]!);

export const paramOf = (line: ContentLine, name: string): string | undefined =>
  line.params.find((param) => param.name === name)?.values[0];
