/**
 * The content of an XML response: an element is its text, an object of its children (names in camel case, without
 * namespace, and `_attributes`, `_text`), or an array of either if it occurs more than once.
 */
export type XmlValue = unknown;

export type Children = Record<string, XmlValue>;

const isElement = (value: XmlValue): value is Children =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** All elements with a name, possibly none. */
export function listOf(value: XmlValue): XmlValue[] {
  if (value === undefined || value === null) return [];
  return Array.isArray(value) ? (value as XmlValue[]) : [value];
}

/** An element's text; of the first, if there are several. */
export function textOf(value: XmlValue): string | undefined {
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return textOf(value[0]);
  return isElement(value) ? textOf(value['_text']) : undefined;
}

export function child(value: XmlValue, ...path: string[]): XmlValue {
  let current = value;
  for (const name of path) {
    if (!isElement(current)) return undefined;
    current = current[name];
  }
  return current;
}

/** Names of the child elements, over all elements of a list. */
export const childNames = (value: XmlValue): string[] =>
  listOf(value).flatMap((one) => (isElement(one) ? Object.keys(one).filter((name) => !name.startsWith('_')) : []));

/** The text of each `href` inside an element. */
export const hrefsIn = (value: XmlValue): string[] =>
  listOf(child(Array.isArray(value) ? value[0] : value, 'href')).flatMap((href) => textOf(href) ?? []);
