/** Texts up to this length have a length that fits into one byte, and are written faster than by a call out of V8. */
const shortText = 63;

/**
 * Bytes as Kafka's protocol has them (big-endian, zig-zag varints, UTF-8), written one after the other. `buf`, `buffer` and
 * `size` are how kafkajs takes over what it did not encode itself.
 */
export class Bytes {
  buf: Buffer;
  private end = 0;

  constructor(capacity: number) {
    this.buf = Buffer.allocUnsafe(capacity);
  }

  get buffer(): Buffer {
    return this.buf.subarray(0, this.end);
  }

  size(): number {
    return this.end;
  }

  int16(value: number): void {
    this.room(2);
    this.end = this.buf.writeInt16BE(value, this.end);
  }

  int32(value: number): void {
    this.room(4);
    this.end = this.buf.writeInt32BE(value, this.end);
  }

  /** An integer that a number holds exactly. */
  int64(value: number): void {
    this.room(8);
    this.end = this.buf.writeBigInt64BE(BigInt(value), this.end);
  }

  int8(value: number): void {
    this.room(1);
    this.end = this.buf.writeInt8(value, this.end);
  }

  /** An integer of 32 bits. */
  varint(value: number): void {
    this.room(5);
    this.end = putVarint(this.buf, this.end, value);
  }

  /** A text behind its length as int16; null as length −1. */
  string(text: string | null): void {
    if (text === null) return this.int16(-1);
    const bytes = Buffer.byteLength(text);
    this.int16(bytes);
    this.utf8(text, bytes);
  }

  /** A text or bytes behind their length as varint; null as length −1. */
  varbytes(value: string | Buffer | null | undefined): void {
    if (value === null || value === undefined) return this.varint(-1);
    if (typeof value === 'string') return this.vartext(value);
    this.varint(value.length);
    this.room(value.length);
    this.end += value.copy(this.buf, this.end);
  }

  /** Keeps `bytes` free, to be written by {@link patch} when what follows is known. Returns where. */
  skip(bytes: number): number {
    this.room(bytes);
    this.end += bytes;
    return this.end - bytes;
  }

  /** Writes an int32, the count of the bytes behind it so far, into its four bytes kept free by {@link skip}. */
  patchLength(at: number): void {
    this.buf.writeInt32BE(this.end - at - 4, at);
  }

  patchUint32(at: number, value: number): void {
    this.buf.writeUInt32BE(value, at);
  }

  /** Puts the count of the bytes since `at` before them, as a varint. `at` is where {@link skip}(1) kept a byte free. */
  patchVarint(at: number): void {
    const length = this.end - at - 1;
    const wanted = sizeOfVarint(length);
    if (wanted > 1) {
      this.room(wanted - 1);
      this.buf.copyWithin(at + wanted, at + 1, this.end);
      this.end += wanted - 1;
    }
    putVarint(this.buf, at, length);
  }

  private vartext(text: string): void {
    if (text.length <= shortText && this.ascii(text)) return;
    const bytes = Buffer.byteLength(text);
    this.varint(bytes);
    this.utf8(text, bytes);
  }

  /** False, and nothing written, when a character takes more than a byte. */
  private ascii(text: string): boolean {
    const { length } = text;
    this.room(length + 1);
    const { buf } = this;
    const from = this.end + 1;
    for (let i = 0; i < length; i++) {
      const code = text.charCodeAt(i);
      if (code > 0x7f) return false;
      buf[from + i] = code;
    }
    buf[this.end] = length << 1;
    this.end = from + length;
    return true;
  }

  private utf8(text: string, bytes: number): void {
    this.room(bytes);
    this.end += this.buf.write(text, this.end, bytes, 'utf8');
  }

  private room(bytes: number): void {
    const needed = this.end + bytes;
    if (needed <= this.buf.length) return;
    const larger = Buffer.allocUnsafe(Math.max(needed, this.buf.length * 2));
    this.buf.copy(larger, 0, 0, this.end);
    this.buf = larger;
  }
}

const zigzag = (value: number): number => ((value << 1) ^ (value >> 31)) >>> 0;

function sizeOfVarint(value: number): number {
  let size = 1;
  for (let rest = zigzag(value); rest > 0x7f; rest >>>= 7) size++;
  return size;
}

/** Where the byte behind it stands. */
function putVarint(buf: Buffer, at: number, value: number): number {
  let rest = zigzag(value);
  while (rest > 0x7f) {
    buf[at++] = (rest & 0x7f) | 0x80;
    rest >>>= 7;
  }
  buf[at++] = rest;
  return at;
}
