/** Google silently truncates the value of an extended property at this length. */
const longest = 1_024;

type Properties = Readonly<Record<string, string>>;

/** The name of each part of a value: the first is the property's own name. */
const partName = (name: string, part: number): string => (part === 0 ? name : `${name}${part + 1}`);

/**
 * Splits a value into as many properties as it needs, never inside a character; `null` removes parts left from earlier.
 */
export function splitValue(
  name: string,
  value: string | null,
  present: Properties = {},
): Record<string, string | null> {
  const parts: string[] = value === null ? [] : [''];
  for (const character of value ?? '') {
    if (parts.at(-1)!.length + character.length > longest) parts.push('');
    parts[parts.length - 1] += character;
  }
  const properties: Record<string, string | null> = parts.length === 0 ? { [name]: null } : {};
  for (const [at, part] of parts.entries()) properties[partName(name, at)] = part;
  for (let at = Math.max(1, parts.length); present[partName(name, at)] !== undefined; at++) {
    properties[partName(name, at)] = null;
  }
  return properties;
}

/** The value that {@link splitValue} wrote; undefined if there is none. */
export function joinParts(name: string, present: Properties = {}): string | undefined {
  const parts: string[] = [];
  for (let part = present[name]; part !== undefined; part = present[partName(name, parts.length)]) parts.push(part);
  return parts.length === 0 ? undefined : parts.join('');
}
