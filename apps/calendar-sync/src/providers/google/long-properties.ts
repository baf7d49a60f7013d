/** Google cuts the value of an extended property off at this length, without a word. */
const longest = 1_024;

type Properties = Readonly<Record<string, string>>;

/** The name of each part of a value: the first has the property's own. */
const partName = (name: string, part: number): string => (part === 0 ? name : `${name}${part + 1}`);

/** A value in as many properties as it needs, no character cut in two; `null` removes what earlier parts are left. */
export function spread(name: string, value: string | null, present: Properties = {}): Record<string, string | null> {
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

/** The value that {@link spread} wrote; undefined where there is none. */
export function gathered(name: string, present: Properties = {}): string | undefined {
  const parts: string[] = [];
  for (let part = present[name]; part !== undefined; part = present[partName(name, parts.length)]) parts.push(part);
  return parts.length === 0 ? undefined : parts.join('');
}
