import type { FastifyReply } from 'fastify';

const slabLength = 128 * 1024;
const kept = 32;

/**
 * Memory for bodies of answers that is used again and again. A new buffer for each long answer makes V8 collect the whole
 * heap several times a second: what lies outside counts as if it had grown.
 */
export class BodySlabs {
  private readonly free: Buffer[] = [];

  /** So many bytes, which hold anything; of a slab unless they are more than it has. */
  take(length: number): Buffer {
    if (length > slabLength) return Buffer.allocUnsafe(length);
    return (this.free.pop() ?? Buffer.allocUnsafeSlow(slabLength)).subarray(0, length);
  }

  /** Nobody reads these bytes any more. */
  giveBack(body: Buffer): void {
    const whole = body.byteOffset === 0 && body.buffer.byteLength === slabLength;
    if (whole && this.free.length < kept) this.free.push(Buffer.from(body.buffer, 0, slabLength));
  }
}

/** Sends a body that was taken of slabs, and gives it back once the system has it. */
export function sendOf(slabs: BodySlabs, reply: FastifyReply, body: Buffer): FastifyReply {
  // of an answer that is cut off the socket may still hold the body: that one is left to the collector
  reply.raw.once('finish', () => slabs.giveBack(body));
  return reply.send(body);
}
