import { Turns } from '@kalends/service-runtime';
import { SaxesParser } from 'saxes';
import type { Children, XmlValue } from './xml.js';

interface Open {
  name: string;
  children: Children;
  isLeaf: boolean;
  text: string;
}

/** What of a document is read; one with more is refused while it is read. */
export interface XmlLimits {
  /** Elements and attributes together. */
  elements: number;
  /** Ends the reading. */
  signal?: AbortSignal | undefined;
}

/** A document over a limit: `deep` elements, or too `many` of them. */
export class XmlBeyondLimit extends Error {
  constructor(readonly limit: 'deep' | 'many') {
    super(limit === 'deep' ? `elements are nested more than ${maxDepth} deep` : 'there are too many elements');
  }
}

/** WebDAV's own answers (RFC 4918 §14) are some ten deep. */
const maxDepth = 64;
const chunkLength = 65_536;
const longestKeptName = 64;

const camelCase = (name: string): string =>
  name.slice(name.indexOf(':') + 1).replace(/[-_]+(\w?)/g, (_, letter: string) => letter.toUpperCase());

const names = new Map<string, string>();

/** `D:calendar-data` as `calendarData`: servers choose prefixes as they like, and few names occur. */
function nameOf(raw: string): string {
  const held = names.get(raw);
  if (held !== undefined) return held;
  if (names.size > 1_000) names.clear();
  const made = camelCase(raw);
  if (raw.length > longestKeptName) return made;
  names.set(raw, made);
  return made;
}

const open = (name: string): Open => ({ name, children: {}, isLeaf: true, text: '' });

/** Names hold no `_` any more, hence none is `__proto__`; objects without a prototype would take several times the memory. */
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

/** What is no XML 1.0 but reads the same in what people wrote into their events: control characters (§2.2). */
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
  const takeText = (text: string) => (stack.at(-1)!.text += text);
  parser.on('text', takeText);
  parser.on('cdata', takeText);
  parser.on('closetag', () => {
    const element = stack.pop()!;
    add(stack.at(-1)!, element.name, valueOf(element));
  });
  return parser;
}

/**
 * The document as an object of its elements ({@link XmlValue}), their texts trimmed; other work has its turn meanwhile.
 * Rejects for what is not well-formed, as what is missing from an answer would count as gone, and with
 * {@link XmlBeyondLimit}.
 */
export async function parseXml(document: string, limits: XmlLimits): Promise<XmlValue> {
  const stack = [open('')];
  const parser = parserInto(stack, limits);
  const turns = new Turns({ signal: limits.signal });
  for (let at = 0; at < document.length; at += chunkLength) {
    parser.write(document.slice(at, at + chunkLength));
    await turns.next();
  }
  parser.close();
  return stack[0]!.children;
}
