import { TLSSocket } from 'node:tls';

/** Most origins that are remembered; the one that connected longest ago is forgotten first. */
const most = 10_000;

/** When the certificates of servers expire, as seen on the connections that requests use. */
export class CertificateEnds {
  private readonly ends = new Map<string, number>();

  /** Reads the certificate of a new connection; a resumed session may have none. */
  note(origin: string, socket: unknown): void {
    if (!(socket instanceof TLSSocket)) return;
    const end = new Date(socket.getPeerCertificate().valid_to).getTime();
    if (!Number.isFinite(end)) return;
    this.ends.delete(origin);
    this.ends.set(origin, end);
    if (this.ends.size > most) this.ends.delete(this.ends.keys().next().value!);
  }

  /** Epoch ms; undefined: no connection has shown it. */
  of(origin: string): number | undefined {
    return this.ends.get(origin);
  }
}
