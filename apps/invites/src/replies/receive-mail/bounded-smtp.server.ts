import type { Socket } from 'node:net';
import ipaddr from 'ipaddr.js';
import { SMTPServer, type SMTPServerOptions, type SMTPServerSession } from 'smtp-server';
import { ConnectionLimits } from './connection-limits.js';

export interface ConnectionBounds {
  /** Open connections of one address. */
  perAddress: number;
  /** Idle time after which a connection is closed, ms. */
  idleMs: number;
  /** Maximum lifetime of a connection in ms, regardless of traffic. */
  sessionMs: number;
}

/** Time for a client that reads to receive the refusal. */
const refusalMs = 1_000;

interface Peer {
  remoteAddress?: string | undefined;
  remotePort?: number | undefined;
}

/** A connection as its socket and its session both name it. */
function keyOf({ remoteAddress = '', remotePort }: Peer): string {
  const address = ipaddr.isValid(remoteAddress) ? ipaddr.process(remoteAddress).toString() : remoteAddress;
  return `${address} ${remotePort}`;
}

/**
 * smtp-server with limits per address. They are checked when a connection opens, before it counts towards the number of
 * clients, so that one address cannot use up all connections.
 */
export class BoundedSmtpServer extends SMTPServer {
  private readonly limits: ConnectionLimits;
  private readonly open = new Map<string, () => void>();

  constructor(
    options: SMTPServerOptions,
    private readonly bounds: ConnectionBounds,
  ) {
    super({ ...options, socketTimeout: bounds.idleMs });
    this.limits = new ConnectionLimits(bounds.perAddress);
  }

  override connect(...[socket, more]: Parameters<SMTPServer['connect']>): void {
    const leave = this.limits.admit(socket.remoteAddress ?? '');
    if (!leave) return refuse(socket);
    const deadline = setTimeout(() => socket.destroy(), this.bounds.sessionMs);
    deadline.unref();
    const key = keyOf(socket);
    const closed = () => {
      clearTimeout(deadline);
      leave();
      if (this.open.get(key) === closed) this.open.delete(key);
    };
    this.open.set(key, closed);
    // STARTTLS removes all listeners of the socket: then the end of the session counts
    socket.once('close', closed);
    super.connect(socket, more);
  }

  override onClose(session: SMTPServerSession, callback: (error?: Error | null) => void): void {
    this.open.get(keyOf(session))?.();
    super.onClose(session, callback);
  }
}

function refuse(socket: Socket): void {
  socket.on('error', () => socket.destroy());
  socket.end('421 Too many connections from your address; try again later\r\n');
  setTimeout(() => socket.destroy(), refusalMs).unref();
}
