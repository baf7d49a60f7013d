import { listOf } from './xml.js';

/**
 * A request: elements by their prefixed names; `_attributes` and `_text` of an element; an array is one element per
 * entry.
 */
export type DavBody = Record<string, unknown>;

const entities = new Map(Object.entries<string>({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }));
const escaped = (text: unknown): string => String(text).replace(/[&<>"]/g, (char) => entities.get(char)!);

const namespaces = {
  'xmlns:d': 'DAV:',
  'xmlns:c': 'urn:ietf:params:xml:ns:caldav',
  'xmlns:cs': 'http://calendarserver.org/ns/',
  'xmlns:ca': 'http://apple.com/ns/ical/',
};

function elementOf(name: string, value: unknown): string {
  if (typeof value !== 'object' || value === null) return `<${name}>${escaped(value ?? '')}</${name}>`;
  const { _attributes, _text, ...children } = value as DavBody;
  const attributes = Object.entries(_attributes ?? {}).map(([key, text]) => ` ${key}="${escaped(text)}"`);
  const content = `${escaped(_text ?? '')}${elementsOf(children)}`;
  return `<${name}${attributes.join('')}>${content}</${name}>`;
}

const elementsOf = (body: DavBody): string =>
  Object.entries(body)
    .flatMap(([name, value]) => listOf(value).map((one) => elementOf(name, one)))
    .join('');

/** A request's root element as an XML document; it declares the prefixes d, c, cs and ca (RFC 4918 §8.2). */
export function writeXml(body: DavBody): string {
  const declared = Object.entries(body).map(([name, value]) => [
    name,
    { ...(value as DavBody), _attributes: namespaces },
  ]);
  return `<?xml version="1.0" encoding="utf-8"?>\n${elementsOf(Object.fromEntries(declared))}`;
}
