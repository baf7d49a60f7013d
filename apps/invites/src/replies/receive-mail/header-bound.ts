/** Bounds of one field with its folded lines (RFC 5322 §2.2.3), and of all of them; mail programs write a few kilobytes. */
const maxFieldBytes = 65_536;
const maxHeaderBytes = 262_144;

const [lineFeed, carriageReturn, space, tab] = [10, 13, 32, 9];

/** Checks the header section of a message while it arrives, in chunks of any size. */
export class HeaderBound {
  private total = 0;
  private field = 0;
  private line = 0;
  private ended = false;

  /** Whether the header is within its bounds so far; the body is not checked. */
  accepts(chunk: Uint8Array): boolean {
    for (let at = 0; at < chunk.length && !this.ended; at += 1) {
      this.scan(chunk[at]!);
      if (this.field > maxFieldBytes || this.total > maxHeaderBytes) return false;
    }
    return true;
  }

  private scan(byte: number): void {
    if (this.line === 0 && byte !== space && byte !== tab) this.field = 0;
    this.total += 1;
    this.field += 1;
    if (byte === lineFeed) {
      this.ended = this.line === 0;
      this.line = 0;
    } else if (byte !== carriageReturn) this.line += 1;
  }
}
