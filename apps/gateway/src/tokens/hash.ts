import { hash } from 'node:crypto';

/** Tokens, codes and secrets are stored only as this SHA-256 hash, hex. They are random, so no salt is needed. */
export const tokenHash = (token: string): string => hash('sha256', token);
