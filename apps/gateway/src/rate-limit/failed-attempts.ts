import { Injectable } from '@nestjs/common';
import ipaddr from 'ipaddr.js';
import { RateLimiterMemory, type RateLimiterRes } from 'rate-limiter-flexible';
import { Refusal } from '../http/refusals.js';

/** Wrong secrets that one address may send in a minute, per thing that it tries to open. */
export const attemptsPerMinute = 30;

/** The part of an address that one client controls: all of IPv4, the first 64 bits of IPv6. */
export function clientPart(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  return parsed.kind() === 'ipv4' ? parsed.toString() : parsed.toByteArray().slice(0, 8).join('.');
}

/** Slows down guessing: after too many wrong secrets from one address the next ones are not even looked at (429). */
@Injectable()
export class FailedAttempts {
  private readonly failures = new RateLimiterMemory({ points: attemptsPerMinute, duration: 60 });

  /** Throws the refusal while `what` is closed to the address. */
  async check(what: string, address: string): Promise<void> {
    const state = await this.failures.get(keyOf(what, address));
    if (!state || state.consumedPoints < attemptsPerMinute) return;
    throw new Refusal(
      429,
      { error: 'rate_limited', description: 'Too many wrong credentials came from your address.' },
      { 'Retry-After': String(Math.max(1, Math.ceil(state.msBeforeNext / 1_000))) },
    );
  }

  async count(what: string, address: string): Promise<void> {
    // rejects when used up, which check() tells
    await this.failures.consume(keyOf(what, address)).catch((used: RateLimiterRes) => used);
  }
}

const keyOf = (what: string, address: string) => `${what} ${clientPart(address)}`;
