import type { Socket } from 'node:net';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
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

/**
 * smtp-server with limits per address. They are checked when a connection opens, before it counts towards the number of
 * clients, so that one address cannot use up all connections.
 */
export class BoundedSmtpServer extends SMTPServer {
  private readonly limits: ConnectionLimits;

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
    socket.once('close', () => {
      clearTimeout(deadline);
      leave();
    });
    super.connect(socket, more);
  }
}

function refuse(socket: Socket): void {
  socket.on('error', () => socket.destroy());
  socket.end('421 Too many connections from your address; try again later\r\n');
  setTimeout(() => socket.destroy(), refusalMs).unref();
}
