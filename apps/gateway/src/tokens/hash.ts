import { hash } from 'node:crypto';

/** Tokens, codes and secrets are stored as this only: SHA-256, hex. They are random, so no salt is needed. */
export const tokenHash = (token: string): string => hash('sha256', token);
