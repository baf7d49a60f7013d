import { SaxesParser } from 'saxes';
import type { Children, XmlValue } from './xml.js';

interface Open {
  name: string;
  children: Children;
  isLeaf: boolean;
  text: string;
}

const camelCase = (name: string): string =>
  name.slice(name.indexOf(':') + 1).replace(/[-_]+(\w?)/g, (_, letter: string) => letter.toUpperCase());

const names = new Map<string, string>();

/** `D:calendar-data` as `calendarData`: servers choose prefixes as they like, and few names occur. */
function nameOf(raw: string): string {
  const held = names.get(raw);
  if (held !== undefined) return held;
  if (names.size > 1_000) names.clear();
  const made = camelCase(raw);
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

/**
 * The document as an object of its elements ({@link XmlValue}), their texts trimmed. Throws for what is not well-formed:
 * what is missing from an answer would count as gone.
 */
export function parseXml(document: string): XmlValue {
  const parser = new SaxesParser({ position: false });
  const stack = [open('')];
  parser.on('error', (error) => {
    if (!isHarmless(error)) throw error;
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
  parser.write(document).close();
  return stack[0]!.children;
}
