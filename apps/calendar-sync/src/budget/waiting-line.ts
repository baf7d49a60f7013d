import { purposes, type Purpose, type Requester } from './purpose.js';

interface Waiting {
  go: () => void;
}

/** Requests that wait: by purpose, and of one purpose an account after the other, however many one of them has. */
export class WaitingLine {
  private readonly lines = new Map<Purpose, Map<string, Waiting[]>>(purposes.map((purpose) => [purpose, new Map()]));

  get isEmpty(): boolean {
    return purposes.every((purpose) => this.of(purpose).size === 0);
  }

  /** Whether somebody waits before a newcomer. */
  isBefore(purpose: Purpose): boolean {
    return purposes.slice(0, purposes.indexOf(purpose) + 1).some((one) => this.of(one).size > 0);
  }

  /** Returns a function that leaves. */
  join({ accountId, purpose }: Requester, go: () => void): () => void {
    const line = this.of(purpose);
    const waiting: Waiting = { go };
    const own = line.get(accountId);
    if (own) own.push(waiting);
    else line.set(accountId, [waiting]);
    return () => {
      const left = line.get(accountId)?.filter((one) => one !== waiting) ?? [];
      if (left.length > 0) line.set(accountId, left);
      else line.delete(accountId);
    };
  }

  /** Lets those through for whom there is room, in their order. */
  advance(hasRoom: (purpose: Purpose) => boolean): void {
    for (const purpose of purposes) while (this.of(purpose).size > 0 && hasRoom(purpose)) this.next(purpose);
  }

  /** Whose turn it was is the last one now. */
  private next(purpose: Purpose): void {
    const line = this.of(purpose);
    const [accountId, [first, ...others]] = line.entries().next().value as [string, [Waiting, ...Waiting[]]];
    line.delete(accountId);
    if (others.length > 0) line.set(accountId, others);
    first.go();
  }

  private of = (purpose: Purpose): Map<string, Waiting[]> => this.lines.get(purpose)!;
}
