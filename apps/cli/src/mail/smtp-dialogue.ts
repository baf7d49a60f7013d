import { connect as connectTcp, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';

const timeoutMs = 10_000;

/** One SMTP session (RFC 5321), one command at a time. Methods throw when the server times out or closes the connection. */
export class SmtpDialogue {
  private received = '';
  private failure: Error | undefined;
  private wake: () => void = () => undefined;

  private constructor(private socket: Socket) {
    this.listen();
  }

  static async open(host: string, port: number): Promise<SmtpDialogue> {
    const socket = connectTcp({ host, port, timeout: timeoutMs });
    await new Promise<void>((resolve, reject) => {
      socket.once('connect', resolve);
      socket.once('error', reject);
      socket.once('timeout', () => reject(new Error('no connection within 10 seconds')));
    });
    socket.setTimeout(0);
    return new SmtpDialogue(socket);
  }

  /** Sends a line and returns the reply; without a line, returns the next reply. */
  async send(line?: string): Promise<{ code: number; text: string }> {
    if (line !== undefined) this.socket.write(`${line}\r\n`);
    const late = setTimeout(() => this.fail(new Error('no answer within 10 seconds')), timeoutMs);
    try {
      for (;;) {
        const reply = /^(?:\d{3}-.*\r?\n)*(\d{3})(?: .*)?\r?\n/.exec(this.received);
        if (reply) {
          this.received = this.received.slice(reply[0].length);
          return { code: Number(reply[1]), text: reply[0].trim() };
        }
        if (this.failure) throw this.failure;
        await new Promise<void>((resolve) => (this.wake = resolve));
      }
    } finally {
      clearTimeout(late);
    }
  }

  /** After STARTTLS: the certificate's expiry, and why it would not be trusted for this name. */
  async secure(host: string): Promise<{ validTo: string; refusal: string | null }> {
    this.socket.removeAllListeners();
    const secured = connectTls({ socket: this.socket, servername: host, rejectUnauthorized: false });
    await new Promise<void>((resolve, reject) => {
      secured.once('secureConnect', resolve);
      secured.once('error', reject);
    });
    this.socket = secured;
    this.listen();
    const { authorizationError } = secured;
    return {
      validTo: secured.getPeerCertificate().valid_to,
      refusal: authorizationError ? String(authorizationError) : null,
    };
  }

  close(): void {
    this.socket.end('QUIT\r\n');
    this.socket.unref();
  }

  private listen(): void {
    this.socket.on('data', (chunk: Buffer) => {
      this.received += chunk.toString('utf8');
      this.wake();
    });
    this.socket.on('error', (error) => this.fail(error));
    this.socket.on('close', () => this.fail(new Error('the server closed the connection')));
  }

  private fail(error: Error): void {
    this.failure ??= error;
    this.wake();
  }
}
