import { z } from 'zod';

/**
 * One kind of request that an application receives: the notifier builds its body as `body`, and the same schema documents
 * it.
 */
export interface Webhook {
  /** Its name in the document. */
  readonly operation: string;
  readonly tag: 'smart-invites' | 'channels';
  readonly summary: string;
  /** When it is sent, and what to do. */
  readonly description: string;
  readonly body: z.ZodType;
  /** Bodies as applications receive them, by a short name; each fits `body`. */
  readonly examples: Readonly<Record<string, unknown>>;
}

/** The headers of every callback (CBK-1, CBK-2). */
export const callbackHeaders = z.object({
  'Cronofy-HMAC-SHA256': z
    .string()
    .describe(
      'Base64 of the HMAC-SHA256 over the raw body with a client secret as its key; one for each secret, separated by commas. Compare with the one of your secret.',
    ),
  'webhook-id': z
    .string()
    .describe('The id of the callback, the same on every attempt: a repeated one has been handled already.'),
  'webhook-timestamp': z
    .string()
    .describe('When this attempt was made, in seconds since 1970; part of what is signed.'),
  'webhook-signature': z
    .string()
    .describe(
      'For libraries of Standard Webhooks: v1, a comma and the base64 of the HMAC-SHA256 over webhook-id, webhook-timestamp and the raw body, joined by dots; one for each secret, separated by spaces. The key in the form that they take is whsec_ and the base64 of the client secret.',
    ),
  'User-Agent': z.string().describe('Always Kalends.'),
});

/** What the answer of the application means (CBK-3). */
export const callbackAnswers = {
  '2XX': { description: 'Acknowledged. It is not sent again.' },
  '410': {
    description: 'The URL is gone: nothing is sent to it until it is enabled again. Channels with it are closed.',
  },
  default: {
    description:
      'Sent again, with the same body, after growing intervals, up to ten times in about three days, for a channel up to a day, after which it is closed. Redirects are not followed; Retry-After is honoured up to a day.',
  },
} as const;
