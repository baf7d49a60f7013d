import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';

/** A sealed text cannot be opened: its key is not among the live ones, it was altered, or it belongs elsewhere. */
export class SealError extends Error {
  override name = 'SealError';
  constructor(
    readonly reason: 'malformed' | 'unknown-key' | 'altered',
    message: string,
  ) {
    super(message);
  }
}

export interface Sealer {
  /**
   * Encrypts with the newest key. `associatedData` names the owner of the secret (`profile:pro_1`); opening requires the
   * same text, so a sealed value copied to another row is useless there.
   */
  seal(plaintext: string, associatedData: string): string;
  /** Throws {@link SealError}. */
  open(sealed: string, associatedData: string): string;
  /** The same secret under the newest key; unchanged if it already is. */
  reseal(sealed: string, associatedData: string): string;
}

const FORMAT = 'k1';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/**
 * AES-256-GCM with several live keys of 32 bytes, newest first: the newest seals, all open. Sealed form: `k1.<first 8 hex
 * digits of SHA-256 of the key>.<base64url of nonce, ciphertext, tag>`.
 */
export function createSealer(keys: readonly Uint8Array[]): Sealer {
  const live = new Map(keys.map((key) => [keyId(key), key]));
  const newest = keys[0];
  if (newest === undefined || keys.some((key) => key.length !== 32)) throw new Error('sealing needs keys of 32 bytes');
  const newestId = keyId(newest);

  const seal = (plaintext: string, associatedData: string): string => {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv('aes-256-gcm', newest, nonce).setAAD(Buffer.from(associatedData));
    const body = Buffer.concat([nonce, cipher.update(plaintext, 'utf8'), cipher.final(), cipher.getAuthTag()]);
    return `${FORMAT}.${newestId}.${body.toString('base64url')}`;
  };
  const open = (sealed: string, associatedData: string): string => {
    const { id, body } = parse(sealed);
    const key = live.get(id);
    if (key === undefined) {
      throw new SealError(
        'unknown-key',
        `sealed with key ${id}, which is not in ENCRYPTION_KEY (live: ${[...live.keys()].join(', ')})`,
      );
    }
    return decrypt(key, body, associatedData);
  };
  const reseal = (sealed: string, associatedData: string): string =>
    parse(sealed).id === newestId ? sealed : seal(open(sealed, associatedData), associatedData);
  return { seal, open, reseal };
}

/** The id of a key in a sealed text: first 8 hex digits of the key's SHA-256. */
export function keyId(key: Uint8Array): string {
  return createHash('sha256').update(key).digest('hex').slice(0, 8);
}

function parse(sealed: string): { id: string; body: Buffer } {
  const [format, id, text, ...rest] = sealed.split('.');
  const body = Buffer.from(text ?? '', 'base64url');
  if (format !== FORMAT || id === undefined || rest.length > 0 || body.length < NONCE_BYTES + TAG_BYTES) {
    throw new SealError('malformed', 'not a sealed text');
  }
  return { id, body };
}

function decrypt(key: Uint8Array, body: Buffer, associatedData: string): string {
  const decipher = createDecipheriv('aes-256-gcm', key, body.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES });
  decipher.setAAD(Buffer.from(associatedData)).setAuthTag(body.subarray(-TAG_BYTES));
  try {
    return Buffer.concat([decipher.update(body.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()]).toString('utf8');
  } catch (cause) {
    throw Object.assign(new SealError('altered', 'a sealed text was altered or belongs to something else'), { cause });
  }
}
