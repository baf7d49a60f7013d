import type { SMTPServerDataStream } from 'smtp-server';
import { HeaderBound } from './header-bound.js';

type Refusal = 'too-big' | 'header-too-big' | 'busy';

type Body = { ok: true; raw: Buffer } | { ok: false; reason: Refusal };

/** Bounds the memory of all mails that are arriving concurrently. */
export class MailMemory {
  private used = 0;

  constructor(private readonly limit: number) {}

  take(bytes: number): boolean {
    if (this.used + bytes > this.limit) return false;
    this.used += bytes;
    return true;
  }

  give(bytes: number): void {
    this.used -= bytes;
  }
}

/** Reads a message to its end in any case, because SMTP responds only then; discards a refused one. */
export async function readBody(stream: SMTPServerDataStream, maxBytes: number, memory: MailMemory): Promise<Body> {
  let chunks: Buffer[] = [];
  let taken = 0;
  let refused: Refusal | undefined;
  const header = new HeaderBound();
  const drop = (reason: Refusal) => {
    refused ??= reason;
    memory.give(taken);
    [chunks, taken] = [[], 0];
  };
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      if (refused) continue;
      if (taken + chunk.length > maxBytes) drop('too-big');
      else if (!header.holds(chunk)) drop('header-too-big');
      else if (!memory.take(chunk.length)) drop('busy');
      else {
        taken += chunk.length;
        chunks.push(chunk);
      }
    }
  } catch (error) {
    memory.give(taken);
    throw error;
  }
  if (refused) return { ok: false, reason: refused };
  return { ok: true, raw: Buffer.concat(chunks, taken) };
}
