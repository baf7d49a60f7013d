import type { LoggerService } from '@nestjs/common';
import type { Logger } from 'pino';

type Level = 'info' | 'error' | 'warn' | 'debug' | 'trace' | 'fatal';

/** Nest's own messages through the service's logger; Nest passes the context (and for errors the stack) last. */
export class NestLogger implements LoggerService {
  constructor(private readonly logger: Logger) {}

  log(message: unknown, ...more: unknown[]): void {
    // Nest announces every route and module; that is detail.
    this.pass('debug', message, more);
  }
  error(message: unknown, ...more: unknown[]): void {
    this.pass('error', message, more);
  }
  warn(message: unknown, ...more: unknown[]): void {
    this.pass('warn', message, more);
  }
  debug(message: unknown, ...more: unknown[]): void {
    this.pass('debug', message, more);
  }
  verbose(message: unknown, ...more: unknown[]): void {
    this.pass('trace', message, more);
  }
  fatal(message: unknown, ...more: unknown[]): void {
    this.pass('fatal', message, more);
  }

  private pass(level: Level, message: unknown, more: unknown[]): void {
    const context = more.at(-1);
    const stack = more.length > 1 ? more[0] : undefined;
    const fields = { context, ...(typeof stack === 'string' ? { stack } : {}) };
    if (message instanceof Error) this.logger[level]({ ...fields, err: message }, message.message);
    else this.logger[level](fields, typeof message === 'string' ? message : JSON.stringify(message));
  }
}
