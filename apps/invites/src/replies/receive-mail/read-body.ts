import type { SMTPServerDataStream } from 'smtp-server';
import { HeaderBound } from './header-bound.js';

type Refusal = 'too-big' | 'header-too-big' | 'busy';

type Body = { ok: true; raw: Buffer } | { ok: false; reason: Refusal };

/** Bounds the memory of all mails that are arriving concurrently. */
export class MailMemory {
  private used = 0;

  constructor(private readonly limit: number) {}

  reserve(bytes: number): boolean {
    if (this.used + bytes > this.limit) return false;
    this.used += bytes;
    return true;
  }

  release(bytes: number): void {
    this.used -= bytes;
  }
}

/** Reads a message to its end in any case, because SMTP responds only then; discards a refused one. */
export async function readBody(stream: SMTPServerDataStream, maxBytes: number, memory: MailMemory): Promise<Body> {
  let chunks: Buffer[] = [];
  let reserved = 0;
  let refused: Refusal | undefined;
  const header = new HeaderBound();
  const drop = (reason: Refusal) => {
    refused ??= reason;
    memory.release(reserved);
    [chunks, reserved] = [[], 0];
  };
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      if (refused) continue;
      if (reserved + chunk.length > maxBytes) drop('too-big');
      else if (!header.accepts(chunk)) drop('header-too-big');
      else if (!memory.reserve(chunk.length)) drop('busy');
      else {
        reserved += chunk.length;
        chunks.push(chunk);
      }
    }
  } catch (error) {
    memory.release(reserved);
    throw error;
  }
  if (refused) return { ok: false, reason: refused };
  return { ok: true, raw: Buffer.concat(chunks, reserved) };
}
