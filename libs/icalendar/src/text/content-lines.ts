/** One content line (RFC 5545 §3.1): the name in upper case, the parameters and the value as written. */
export interface ContentLine {
  name: string;
  params: { name: string; values: string[] }[];
  value: string;
}

/** The logical lines of a text: unfolded, without empty ones. Accepts CRLF, LF, CR and, from some exports, CR CR LF. */
export function unfold(text: string): string[] {
  const out: string[] = [];
  let pieces: string[] = [];
  for (const line of text.split(/\r{0,3}\n|\r/)) {
    if ((line.startsWith(' ') || line.startsWith('\t')) && pieces.length > 0) pieces.push(line.slice(1));
    else {
      if (pieces.length > 0) out.push(pieces.join(''));
      pieces = line === '' ? [] : [line];
    }
  }
  if (pieces.length > 0) out.push(pieces.join(''));
  return out;
}

/** The property name of a content line, in upper case, without a group prefix. */
export function lineName(line: string): string {
  const end = line.search(/[;:]/);
  return (end < 0 ? line : line.slice(0, end)).trim().toUpperCase();
}

/** An unquoted TZID with a colon, up to the time after it: never more than a short piece of a line. */
const UNQUOTED_TZID = /^([A-Za-z-]+(?:;[^:"]{0,100})?;TZID=)([^";]{1,100}:[^"]{0,100}?)(:\d{8}.*)$/s;

/**
 * Adds the missing quotes around a TZID that contains a colon (`tzone://Microsoft/Utc`, `GMT+01:00`) (RFC 5545 §3.2).
 */
export function quoteTzid(line: string): string {
  const m = UNQUOTED_TZID.exec(line);
  return m ? `${m[1]}"${m[2]}"${m[3]}` : line;
}

/** The most parameters that one line may have; no real producer writes more. */
const MAX_PARAMS = 200;

/** Whether a line has more parameters than a reader should process. */
export function hasTooManyParams(line: string): boolean {
  if (line.length < MAX_PARAMS) return false;
  let count = 0;
  for (let at = 0; at < line.length && line[at] !== ':' && count <= MAX_PARAMS; at += 1) {
    if (line[at] === '"') at = Math.max(at, line.indexOf('"', at + 1));
    else if (line[at] === ';') count += 1;
  }
  return count > MAX_PARAMS;
}

/** Splits a content line, `null` if it has no value part. RFC 6868 parameter encoding is undone. */
export function parseLine(written: string): ContentLine | null {
  const line = written.includes(';TZID=') ? quoteTzid(written) : written;
  const params: ContentLine['params'] = [];
  let at = line.search(/[;:]/);
  if (at < 1) return null;
  const name = line.slice(0, at).trim().toUpperCase();
  while (line[at] === ';') {
    if (params.length === MAX_PARAMS) return null;
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

const DECODED = new Map(Object.entries<string>({ '^^': '^', '^n': '\n', "^'": '"' }));

const decodeParam = (raw: string): string =>
  raw.replace(/^"([^"]*)"$/, '$1').replace(/\^[\^n']/g, (code) => DECODED.get(code)!);

export const paramOf = (line: ContentLine, name: string): string | undefined =>
  line.params.find((param) => param.name === name)?.values[0];
