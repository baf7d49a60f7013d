import { Injectable } from '@nestjs/common';
import ipaddr from 'ipaddr.js';
import { Refusal } from '../refusals.js';
import { BoundedLimiter } from './bounded-limiter.js';

/** Wrong secrets that may come in a minute, from one address or for one thing that they try to open. */
export const attemptsPerMinute = 30;

/** The part of an address that one client controls: all of IPv4, the first 64 bits of IPv6. */
export function clientPart(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  return parsed.kind() === 'ipv4' ? parsed.toString() : parsed.toByteArray().slice(0, 8).join('.');
}

/** What wrong secrets are counted by. */
interface Counted {
  /** What they try to open, by its kind: `token`, `admin`, `password`. */
  kind: string;
  /** Where they come from. */
  address: string;
  /** What they try to open, from wherever; only what there is, or what an outside server is asked for. */
  target?: string;
}

const keysOf = ({ kind, address, target }: Counted): string[] => [
  `${kind} from ${clientPart(address)}`,
  ...(target === undefined ? [] : [`${kind} for ${target}`]),
];

/** 429: wait so many seconds. */
const tooManyAttempts = (seconds: number) =>
  new Refusal(
    429,
    { error: 'rate_limited', description: 'Too many wrong credentials were sent.' },
    { 'Retry-After': String(seconds) },
  );

/**
 * Slows down guessing. Secrets of ours have 256 random bits and cost a look-up: they are looked at first, so that the
 * right one is never shut out by somebody else's wrong ones, and after too many the wrong ones are told to wait.
 * Passwords are guessable and are tried at somebody else's server: there nothing is tried while it is closed.
 */
@Injectable()
export class FailedAttempts {
  private readonly failures = new BoundedLimiter({ points: attemptsPerMinute, duration: 60 });

  /** Counts a wrong secret; throws the refusal (429) instead of the caller's own when there were too many. */
  async wrongSecret(counted: Counted): Promise<void> {
    const seconds = await this.count(counted);
    if (seconds !== null) throw tooManyAttempts(seconds);
  }

  /** Seconds for which no password is tried; null: one may be. */
  async closedFor(counted: Counted): Promise<number | null> {
    const waits = await Promise.all(keysOf(counted).map((key) => this.failures.wait(key)));
    return longest(waits);
  }

  /** Counts a wrong password, or a wrong secret. Seconds to wait, where it was one too many. */
  async count(counted: Counted): Promise<number | null> {
    const waits = await Promise.all(keysOf(counted).map((key) => this.failures.count(key)));
    return longest(waits);
  }
}

const longest = (waits: readonly (number | null)[]): number | null =>
  waits.reduce((one, other) => (one === null || (other !== null && other > one) ? other : one), null);
