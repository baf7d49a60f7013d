import { ByteReader, untilNul } from './byte-reader.js';

/**
 * A MAPI property set: values (texts decoded) by `tag` (four hex digits) or, for named ones, `<set GUID>/<id>` (hex), upper
 * case.
 */
export type MapiProperties = ReadonlyMap<string, Buffer | string>;

const FIXED: Partial<Record<number, number>> = {
  0x0002: 4, 0x0003: 4, 0x0004: 4, 0x0005: 8, 0x0006: 8, 0x0007: 8, 0x000a: 4, 0x000b: 4, 0x0014: 8, 0x0040: 8, 0x0048: 16,
}; // prettier-ignore
const VARIABLE = new Set([0x000d, 0x001e, 0x001f, 0x0102]);
const MULTIPLE = 0x1000;
const MAX_PROPERTIES = 5000;

/** The property list in a TNEF attMsgProps attribute ([MS-OXTNEF] §2.1.3.4); up to the first that is malformed. */
export function mapiProperties(bytes: Buffer): MapiProperties {
  const found = new Map<string, Buffer | string>();
  const reader = new ByteReader(bytes);
  try {
    const count = Math.min(reader.u32(), MAX_PROPERTIES);
    for (let i = 0; i < count; i++) {
      const type = reader.u16();
      const id = reader.u16();
      const name = id >= 0x8000 ? propertyName(reader) : hex(id, 4);
      const value = propertyValue(reader, type);
      if (value && !found.has(name)) found.set(name, value);
    }
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
  }
  return found;
}

const hex = (value: number, digits: number): string => value.toString(16).toUpperCase().padStart(digits, '0');

/** `6ED8DA90-450B-101B-98DA-00AA003F1305/0003` */
function propertyName(reader: ByteReader): string {
  const [a, b, c] = [hex(reader.u32(), 8), hex(reader.u16(), 4), hex(reader.u16(), 4)];
  const rest = reader.bytes(8).toString('hex').toUpperCase();
  const set = `${a}-${b}-${c}-${rest.slice(0, 4)}-${rest.slice(4)}`;
  const isText = reader.u32() === 1;
  const id = isText ? untilNul(reader.padded(reader.u32()).toString('utf16le')) : hex(reader.u32(), 4);
  return `${set}/${id}`;
}

/** The first value, as bytes. */
function propertyValue(reader: ByteReader, type: number): Buffer | string | null {
  const base = type & ~MULTIPLE;
  const size = FIXED[base];
  const isCounted = VARIABLE.has(base) || (type & MULTIPLE) !== 0;
  if (size === undefined && !VARIABLE.has(base)) throw new RangeError('unknown property type');
  let first: Buffer | null = null;
  for (let n = isCounted ? reader.u32() : 1; n > 0; n--) {
    const value = size === undefined ? reader.padded(reader.u32()) : reader.bytes(size);
    first ??= value;
  }
  if (first === null || (base !== 0x001e && base !== 0x001f)) return first;
  return untilNul(new TextDecoder(base === 0x001f ? 'utf-16le' : 'windows-1252').decode(first));
}
