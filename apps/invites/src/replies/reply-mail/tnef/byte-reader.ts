/** A text up to its first NUL. */
export const untilNul = (text: string): string => text.split('\0', 1)[0]!;

/** Reads consecutive little-endian numbers; throws RangeError past the end. */
export class ByteReader {
  #at = 0;
  readonly #bytes: Buffer;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  get left(): number {
    return this.#bytes.length - this.#at;
  }
  u8(): number {
    return this.bytes(1).readUInt8();
  }
  u16(): number {
    return this.bytes(2).readUInt16LE();
  }
  u32(): number {
    return this.bytes(4).readUInt32LE();
  }
  bytes(length: number): Buffer {
    if (length > this.left) throw new RangeError('past the end');
    this.#at += length;
    return this.#bytes.subarray(this.#at - length, this.#at);
  }
  /** Bytes and their padding to a multiple of four (less at the very end). */
  padded(length: number): Buffer {
    const value = this.bytes(length);
    this.bytes(Math.min((4 - (length % 4)) % 4, this.left));
    return value;
  }
}
