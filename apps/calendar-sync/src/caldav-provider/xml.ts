/**
 * Reading what tsdav makes of an XML answer: an element is its text, an object of its children (names in camel case,
 * without namespace), or an array of either where it occurs more than once.
 */
export type XmlValue = unknown;

type Children = Record<string, XmlValue>;

const isElement = (value: XmlValue): value is Children =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The elements of a name, whether none, one or many. */
export function listOf(value: XmlValue): XmlValue[] {
  if (value === undefined || value === null) return [];
  return Array.isArray(value) ? (value as XmlValue[]) : [value];
}

/** An element's text; tsdav turns numbers and booleans into values, and keeps CDATA apart. */
export function textOf(value: XmlValue): string | undefined {
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (Array.isArray(value)) return textOf(value[0]);
  if (!isElement(value)) return undefined;
  const { _cdata, _text } = value;
  return listOf(_cdata ?? _text).length > 0
    ? listOf(_cdata ?? _text)
        .map(String)
        .join('')
    : undefined;
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
