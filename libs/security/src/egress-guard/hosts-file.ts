import { readFileSync, statSync } from 'node:fs';
import { isIP } from 'node:net';
import { platform } from 'node:os';

const path = platform() === 'win32' ? 'C:\\Windows\\System32\\drivers\\etc\\hosts' : '/etc/hosts';

interface Address {
  address: string;
  family: number;
}

/** The addresses by name in a hosts file (hosts(5)): an address and its names per line, `#` begins a comment. */
function parseHosts(text: string): Map<string, Address[]> {
  const names = new Map<string, Address[]>();
  for (const line of text.split('\n')) {
    const [address = '', ...hosts] = (line.split('#', 1)[0] ?? '').trim().split(/\s+/);
    const family = isIP(address);
    if (family === 0) continue;
    for (const host of hosts.map((name) => name.toLowerCase())) {
      names.set(host, [...(names.get(host) ?? []), { address, family }]);
    }
  }
  return names;
}

/** Read again when it has changed: lists of 100,000 names are common on laptops. */
class HostsFile {
  private changed = -1;
  private names = new Map<string, Address[]>();

  /** The name's addresses in the file; none where there is no such file. */
  addressesOf(hostname: string): Address[] {
    const changed = statSync(path, { throwIfNoEntry: false })?.mtimeMs;
    if (changed === undefined) return [];
    if (changed !== this.changed) this.names = parseHosts(readFileSync(path, 'utf8'));
    this.changed = changed;
    return this.names.get(hostname.toLowerCase()) ?? [];
  }
}

export const hostsFile = new HostsFile();
