import { ProviderError } from '@kalends/provider-port/sync';

/** Outlook serves four requests at once per mailbox; a batch already uses up to four of them. */
const maxInFlight = 2;

/**
 * The requests of one mailbox, of all tasks of this process: at most two are in flight, and none is sent before the
 * time that a Retry-After named. Other mailboxes are not affected.
 */
export class MailboxGate {
  private inFlight = 0;
  private blockedUntil = 0;
  private readonly waiting: (() => void)[] = [];

  constructor(private readonly clock: () => number) {}

  /** Runs a request; `unavailable` while Microsoft wants none. */
  async pass<Result>(request: () => Promise<Result>): Promise<Result> {
    while (this.inFlight >= maxInFlight) await new Promise<void>((resolve) => this.waiting.push(resolve));
    const retryAfterMs = this.blockedUntil - this.clock();
    if (retryAfterMs > 0) {
      this.waiting.shift()?.();
      throw new ProviderError('unavailable', 'Microsoft wants no requests for this mailbox yet.', { retryAfterMs });
    }
    this.inFlight += 1;
    try {
      return await request();
    } finally {
      this.inFlight -= 1;
      this.waiting.shift()?.();
    }
  }

  /** Sends nothing for `ms`. */
  block(ms: number): void {
    this.blockedUntil = Math.max(this.blockedUntil, this.clock() + ms);
  }

  get isIdle(): boolean {
    return this.inFlight === 0 && this.waiting.length === 0 && this.blockedUntil <= this.clock();
  }
}

const gates = new Map<string, MailboxGate>();

/** The gate that all tasks of this process share for a mailbox; idle ones are forgotten. */
export function gateOf(mailbox: string, clock: () => number): MailboxGate {
  const known = gates.get(mailbox);
  if (known) return known;
  if (gates.size >= 1_000) for (const [name, gate] of gates) if (gate.isIdle) gates.delete(name);
  const gate = new MailboxGate(clock);
  gates.set(mailbox, gate);
  return gate;
}
