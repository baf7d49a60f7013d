import { TimeSlices } from '@kalends/service-runtime';
import { SaxesParser } from 'saxes';
import type { Children, XmlValue } from './xml.js';

interface Open {
  name: string;
  children: Children;
  isLeaf: boolean;
  text: string;
}

/** Limits of a document; exceeding one stops the parser. */
export interface XmlLimits {
  /** Elements and attributes together. */
  elements: number;
  /** Aborts the parsing. */
  signal?: AbortSignal | undefined;
}

/** A document over a limit: nested too `deep`, or too `many` elements. */
export class XmlBeyondLimit extends Error {
  constructor(readonly limit: 'deep' | 'many') {
    super(limit === 'deep' ? `elements are nested more than ${maxDepth} deep` : 'there are too many elements');
  }
}

/** WebDAV's own responses (RFC 4918 §14) are about ten levels deep. */
const maxDepth = 64;
const chunkLength = 65_536;
const longestKeptName = 64;

const camelCase = (name: string): string =>
  name.slice(name.indexOf(':') + 1).replace(/[-_]+(\w?)/g, (_, letter: string) => letter.toUpperCase());

const names = new Map<string, string>();

/** `D:calendar-data` as `calendarData`: servers choose prefixes freely, and only few names occur. */
function nameOf(raw: string): string {
  const cached = names.get(raw);
  if (cached !== undefined) return cached;
  if (names.size > 1_000) names.clear();
  const camelName = camelCase(raw);
  if (raw.length > longestKeptName) return camelName;
  names.set(raw, camelName);
  return camelName;
}

const open = (name: string): Open => ({ name, children: {}, isLeaf: true, text: '' });

/**
 * Names contain no `_` after this, so none is `__proto__`; objects without a prototype would take several times the
 * memory.
 */
function add({ children }: Open, name: string, value: XmlValue): void {
  const there = Object.hasOwn(children, name) ? children[name] : undefined;
  if (there === undefined) children[name] = value;
  else if (Array.isArray(there)) there.push(value);
  else children[name] = [there, value];
}

function valueOf({ children, isLeaf, text }: Open): XmlValue {
  const shown = text.trim();
  if (!isLeaf && shown !== '') children['_text'] = shown;
  return isLeaf && shown !== '' ? shown : children;
}

/** Errors to ignore: control characters, which XML 1.0 forbids (§2.2) but users' texts contain. */
const isHarmless = ({ message }: Error): boolean => /disallowed character\.|malformed character entity/.test(message);

function parserInto(stack: Open[], limits: XmlLimits): SaxesParser {
  const parser = new SaxesParser({ position: false });
  let elements = 0;
  const count = () => {
    elements += 1;
    if (elements > limits.elements) throw new XmlBeyondLimit('many');
  };
  parser.on('error', (error) => {
    if (!isHarmless(error)) throw error;
  });
  parser.on('attribute', count);
  parser.on('opentagstart', () => {
    count();
    if (stack.length > maxDepth) throw new XmlBeyondLimit('deep');
  });
  parser.on('opentag', ({ name, attributes }) => {
    const element = open(nameOf(name));
    const own = Object.entries(attributes).filter(([one]) => !one.startsWith('xmlns'));
    if (own.length > 0) element.children['_attributes'] = Object.fromEntries(own);
    if (own.length > 0) element.isLeaf = false;
    stack.at(-1)!.isLeaf = false;
    stack.push(element);
  });
  const addText = (text: string) => (stack.at(-1)!.text += text);
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.on('closetag', () => {
    const element = stack.pop()!;
    add(stack.at(-1)!, element.name, valueOf(element));
  });
  return parser;
}

/**
 * Parses a document into an object of its elements ({@link XmlValue}), with trimmed texts; yields to the event loop.
 * Rejects documents that are not well-formed, since missing parts would count as deleted, and throws {@link
 * XmlBeyondLimit}.
 */
export async function parseXml(document: string, limits: XmlLimits): Promise<XmlValue> {
  const stack = [open('')];
  const parser = parserInto(stack, limits);
  const slices = new TimeSlices({ signal: limits.signal });
  for (let at = 0; at < document.length; at += chunkLength) {
    parser.write(document.slice(at, at + chunkLength));
    await slices.next();
  }
  parser.close();
  return stack[0]!.children;
}
