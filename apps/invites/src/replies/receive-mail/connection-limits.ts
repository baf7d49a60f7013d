import ipaddr from 'ipaddr.js';

/** Whom a connection comes from: an IPv4 address, or the /64 that an IPv6 customer has to themselves. */
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

/** Counts open connections by where they come from. */
export class ConnectionLimits {
  private readonly open = new Map<string, number>();

  constructor(private readonly perAddress: number) {}

  /** Counts one more connection; undefined where its address has as many as it may. The result ends it, once. */
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
    const left = this.open.get(origin)! - 1;
    if (left === 0) this.open.delete(origin);
    else this.open.set(origin, left);
  }
}
