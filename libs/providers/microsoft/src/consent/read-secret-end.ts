import { instantMs, toIso } from '@kalends/icalendar';
import type { Egress } from '@kalends/security';
import { z } from 'zod';
import { requestOnce, fine, type RegistrationFinding } from '@kalends/provider-port/consent';
import type { MicrosoftClient } from './microsoft-strategy.js';

const tokenBody = z.object({ access_token: z.string().max(20_000) });
const applicationBody = z.object({
  passwordCredentials: z
    .array(z.object({ endDateTime: z.string().max(40), hint: z.string().max(10).nullish() }))
    .max(200),
});

/** Warned of so long before. */
const warnMs = 30 * 86_400_000;

interface Reading {
  egress: Pick<Egress, 'dispatcher'>;
  graphUrl: string;
  /** The token endpoint's response to the application itself. */
  answer: string;
  /** How to get another secret. */
  steps: readonly string[];
}

function parsed<Body>(schema: z.ZodType<Body>, text: string): Body | undefined {
  try {
    return schema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

/**
 * When the secret in use expires, as Graph has it, if the application may read itself (Application.Read.All); nothing if it may not.
 * Graph names secrets by their first three characters; of several with the same, the last to expire counts.
 */
export async function readSecretEnd(
  { id, secret, clock }: MicrosoftClient,
  { egress, graphUrl, answer, steps }: Reading,
): Promise<RegistrationFinding[]> {
  const token = parsed(tokenBody, answer)?.access_token;
  if (token === undefined) return [];
  const url = new URL(`${graphUrl}/applications(appId='${encodeURIComponent(id)}')?$select=passwordCredentials`);
  const read = await requestOnce({ egress, url, headers: { authorization: `Bearer ${token}` } });
  const application = read?.status === 200 ? parsed(applicationBody, read.text) : undefined;
  if (!application) return [];
  const own = application.passwordCredentials.filter(({ hint }) => !hint || secret.startsWith(hint));
  const ends = own.map(({ endDateTime }) => instantMs(`${endDateTime.slice(0, 19)}Z`)).filter((one) => one !== null);
  if (ends.length === 0) return [];
  const end = Math.max(...ends);
  const day = toIso(end).slice(0, 10);
  if (end > clock() + warnMs) return [fine('secret_lifetime', `The secret expires on ${day}.`)];
  const detail = `The secret in MICROSOFT_CLIENT_SECRET expires on ${day}: then nobody can connect, and no calendar is read.`;
  return [{ check: 'secret_lifetime', result: 'warning', detail, steps }];
}
