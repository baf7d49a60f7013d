import { randomInt } from 'node:crypto';

const placeholder = '{token}';
const alphabet = 'abcdefghijklmnopqrstuvwxyz0123456789';
const tokenLength = 26;

/** 134 bits; lower-case letters and digits, because mail servers change the case of addresses. */
export const newReplyToken = (): string => Array.from({ length: tokenLength }, () => alphabet[randomInt(36)]).join('');

/** The reply addresses of a deployment: each invite has its own. */
export interface ReplyAddresses {
  of(token: string): string;
  /** The token of one address, in any case; null for an address that does not match the deployment's form. */
  tokenOf(address: string): string | null;
  /** Whether an address is one of those that the domain's operator has to receive mail at (RFC 5321 §4.5.1, RFC 2142 §4). */
  isOfOperator(address: string): boolean;
  /** The tokens among the addresses of a mail's To, Cc and delivery headers. */
  tokensIn(raw: Buffer): string[];
}

const escaped = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** `template`: an address that contains `{token}`. */
export function createReplyAddresses(template: string): ReplyAddresses {
  const [before, after] = template.toLowerCase().split(placeholder).map(escaped) as [string, string];
  const pattern = `${before}([a-z0-9]{${tokenLength}})${after}`;
  const whole = new RegExp(`^${pattern}$`, 'i');
  const domain = template.slice(template.lastIndexOf('@') + 1).toLowerCase();
  const ofOperator = new Set(['postmaster', 'abuse'].map((name) => `${name}@${domain}`));
  const tokenOf = (address: string) => whole.exec(address.trim())?.[1]?.toLowerCase() ?? null;
  return {
    of: (token) => template.replace(placeholder, token),
    tokenOf,
    isOfOperator: (address) => ofOperator.has(address.trim().toLowerCase()),
    tokensIn: (raw) => {
      const words = addressHeaders(raw).flatMap((line) => line.split(/[\s<>,;:"()]+/));
      const addresses = words.filter((word) => word.length <= longestAddress && word.includes('@'));
      return [...new Set(addresses.map(tokenOf).filter((token) => token !== null))];
    },
  };
}

const headerBytes = 262_144;

/** RFC 5321 §4.5.3.1: local part, at sign, domain. */
const longestAddress = 64 + 1 + 255;

function addressHeaders(raw: Buffer): string[] {
  const text = raw.subarray(0, headerBytes).toString('latin1');
  const [head] = text.split(/\r?\n\r?\n/, 1) as [string];
  const lines = head.replaceAll(/\r?\n[ \t]+/g, ' ').split(/\r?\n/);
  return lines
    .filter((line) => /^(to|cc|delivered-to|x-original-to|envelope-to|x-envelope-to)\s*:/i.test(line))
    .map((line) => line.slice(line.indexOf(':') + 1));
}
