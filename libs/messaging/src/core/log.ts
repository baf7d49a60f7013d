/** Structured logging in pino's form; every part of the library that logs takes one. */
export interface Log {
  debug(fields: object, text: string): void;
  info(fields: object, text: string): void;
  warn(fields: object, text: string): void;
  error(fields: object, text: string): void;
}

export const silent: Log = { debug() {}, info() {}, warn() {}, error() {} };
