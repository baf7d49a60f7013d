import { Socket, type OnReadOpts, type SocketConstructorOpts } from 'node:net';

const least = 64 * 1024;
const most = 1024 * 1024;
/** A message of PostgreSQL's protocol (manual, 54.7): a byte for its type, then its length without that byte. */
const headerLength = 5;

/**
 * What comes over a connection, held until messages are whole. Bytes are read to where they stay: no buffer is made for a
 * read, and none is copied to be joined with the next. What {@link took} gives is valid until more is read.
 */
export class WholeMessages {
  private held = Buffer.allocUnsafeSlow(least);
  private end = 0;
  /** Where the first message that is not whole begins, and what was read of it ends. */
  private whole = 0;

  /** Where the next bytes go; never empty. */
  room(): Buffer {
    if (this.whole > 0) this.forget();
    if (this.end === this.held.length) this.resize(2 * this.held.length);
    return this.held.subarray(this.end);
  }

  /** So many bytes were read: the messages that are whole now, if any are. */
  took(length: number): Buffer | null {
    this.end += length;
    while (this.end - this.whole >= headerLength) {
      const next = this.whole + 1 + this.held.readUInt32BE(this.whole + 1);
      if (next > this.end) break;
      this.whole = next;
    }
    return this.whole === 0 ? null : this.held.subarray(0, this.whole);
  }

  private forget(): void {
    this.held.copyWithin(0, this.whole, this.end);
    this.end -= this.whole;
    this.whole = 0;
    if (this.end === 0 && this.held.length > most) this.resize(least);
  }

  private resize(length: number): void {
    const held = Buffer.allocUnsafeSlow(length);
    this.held.copy(held, 0, 0, this.end);
    this.held = held;
  }
}

/**
 * A socket for `pg` whose long answers cost little: its `data` are whole messages, which lie where they were read and are
 * overwritten by the next. `pg` has read all of them when its listener returns; what keeps them (streams of COPY) must not
 * use it. With TLS a plain one, which has its own buffers.
 */
export function answerSocket({ ssl }: { ssl?: unknown } = {}): Socket {
  if (ssl) return new Socket();
  const messages = new WholeMessages();
  const onread: OnReadOpts = {
    buffer: () => messages.room(),
    callback: (length) => {
      const whole = messages.took(length);
      if (whole) socket.emit('data', whole);
      return true;
    },
  };
  // the types know it of `connect` only, to whose socket it is handed
  const socket = new Socket({ onread } as SocketConstructorOpts);
  return socket;
}
