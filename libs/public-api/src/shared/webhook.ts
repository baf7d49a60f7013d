import { z } from 'zod';

/**
 * One kind of request that an application receives: the notifier builds its body as `body`, and the same schema documents
 * it.
 */
export interface Webhook {
  /** Its name in the document. */
  readonly operation: string;
  readonly tag: 'smart-invites' | 'channels' | 'scheduling';
  /** The operation whose body has its callback_url. Default: that of the tag. */
  readonly subscribedBy?: string;
  readonly summary: string;
  /** When it is sent, and what to do. */
  readonly description: string;
  readonly body: z.ZodType;
  /** Bodies as applications receive them, by a short name; each fits `body`. */
  readonly examples: Readonly<Record<string, unknown>>;
}

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
