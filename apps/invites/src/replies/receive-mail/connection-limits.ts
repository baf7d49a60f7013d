import ipaddr from 'ipaddr.js';

/** The source of a connection: an IPv4 address, or the /64 of an IPv6 customer. */
function originOf(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (parsed.kind() === 'ipv4') return parsed.toString();
  return parsed
    .toByteArray()
    .slice(0, 8)
    .map((byte) => byte.toString(16))
    .join(':');
}

/** Counts open connections per source. */
export class ConnectionLimits {
  private readonly open = new Map<string, number>();

  constructor(private readonly perAddress: number) {}

  /** Counts one more connection; undefined if its address has reached its limit. Call the result once to end it. */
  admit(address: string): (() => void) | undefined {
    const origin = originOf(address);
    const now = this.open.get(origin) ?? 0;
    if (now >= this.perAddress) return undefined;
    this.open.set(origin, now + 1);
    let counted = true;
    return () => {
      if (counted) this.leave(origin);
      counted = false;
    };
  }

  private leave(origin: string): void {
    const remaining = this.open.get(origin)! - 1;
    if (remaining === 0) this.open.delete(origin);
    else this.open.set(origin, remaining);
  }
}
