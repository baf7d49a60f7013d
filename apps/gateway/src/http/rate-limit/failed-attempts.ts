import { Injectable } from '@nestjs/common';
import ipaddr from 'ipaddr.js';
import { Refusal } from '../refusals.js';
import { BoundedLimiter } from './bounded-limiter.js';

/** Wrong secrets allowed per minute, from one address or for one target. */
export const attemptsPerMinute = 30;

/** The part of an address that one client controls: all of IPv4, the first 64 bits of IPv6. */
export function clientPart(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  return parsed.kind() === 'ipv4' ? parsed.toString() : parsed.toByteArray().slice(0, 8).join('.');
}

/** Keys under which wrong secrets are counted. */
interface AttemptKeys {
  /** The type of target: `token`, `admin`, `password`. */
  kind: string;
  /** The client's address. */
  address: string;
  /** The target, from any address; only for existing targets, or for those at an external server. */
  target?: string;
}

const keysOf = ({ kind, address, target }: AttemptKeys): string[] => [
  `${kind} from ${clientPart(address)}`,
  ...(target === undefined ? [] : [`${kind} for ${target}`]),
];

/** 429: wait this many seconds. */
const tooManyAttempts = (seconds: number) =>
  new Refusal(
    429,
    { error: 'rate_limited', description: 'Too many wrong credentials were sent.' },
    { 'Retry-After': String(seconds) },
  );

/**
 * Slows down guessing. Kalends' own secrets have 256 random bits and cost a lookup: they are checked first, so that the
 * right one is never locked out by wrong ones of others, and after too many, wrong ones must wait. Passwords are guessable
 * and are tried at an external server: there nothing is tried while the limit is exceeded.
 */
@Injectable()
export class FailedAttempts {
  private readonly failures = new BoundedLimiter({ points: attemptsPerMinute, duration: 60 });

  /** Counts a wrong secret; throws a 429 instead of the caller's own refusal when there were too many. */
  async wrongSecret(counted: AttemptKeys): Promise<void> {
    const seconds = await this.count(counted);
    if (seconds !== null) throw tooManyAttempts(seconds);
  }

  /** Seconds for which no password is tried; null: one may be. */
  async closedFor(counted: AttemptKeys): Promise<number | null> {
    const waits = await Promise.all(keysOf(counted).map((key) => this.failures.wait(key)));
    return longest(waits);
  }

  /** Counts a wrong password or secret. Returns seconds to wait when it exceeds the limit. */
  async count(counted: AttemptKeys): Promise<number | null> {
    const waits = await Promise.all(keysOf(counted).map((key) => this.failures.count(key)));
    return longest(waits);
  }
}

const longest = (waits: readonly (number | null)[]): number | null =>
  waits.reduce((one, other) => (one === null || (other !== null && other > one) ? other : one), null);
