import { createSealer } from '@kalends/security';

/** Key of a service that runs alone: nothing that it seals outlives it. */
export const encryptionKey = '22'.repeat(32);
const sealer = createSealer([Buffer.from(encryptionKey, 'hex')]);

const tokens = JSON.stringify({ access_token: 'example', refresh_token: 'example', expires_at: 4_000_000_000_000 });

/** Seals what an example only shows sealed, as its sender does. */
function seal(value, owner) {
  if (Array.isArray(value)) return value.map((one) => seal(one, owner));
  if (typeof value !== 'object' || value === null) return value;
  const { secret_id: secret, profile_id: profile } = value;
  const belongsTo = secret ? `client-secret:${secret}` : profile ? `profile:${profile}` : owner;
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => {
      if (name === 'sealed_tokens') return [name, sealer.seal(tokens, belongsTo)];
      if (name === 'sealed' || name === 'sealed_password') return [name, sealer.seal('example', belongsTo)];
      return [name, seal(one, belongsTo)];
    }),
  );
}

/**
 * An example as it is sent here: its secrets can be unsealed, its addresses are those of a listener on this machine, and its
 * ids may be replaced.
 */
export function adapt(body, { listener, ids = {} }) {
  let text = JSON.stringify(seal(body));
  text = text.replaceAll(/https:\/\/(calendar\.)?example\.com\//g, `${listener}/`);
  for (const [example, id] of Object.entries(ids)) text = text.replaceAll(`"${example}"`, `"${id}"`);
  return JSON.parse(text);
}
