import { sameSecret } from '@kalends/security';
import type { ChannelReport } from '@kalends/provider-port';
import { z } from 'zod';

/** What is read of an entry (graph/change-notifications-delivery-webhooks). */
const notification = z.object({
  clientState: z.string().max(128),
  changeType: z.string().max(64).optional(),
  lifecycleEvent: z.string().max(64).optional(),
});

const longestId = 64;

/** The channel that a `clientState` proves: `<channel id>.<token>`, compared in constant time; null: not ours. */
function channelOf(clientState: string, tokenOf: (channelId: string) => string): string | null {
  const [id = '', token = '', ...rest] = clientState.split('.');
  if (id === '' || id.length > longestId || rest.length > 0) return null;
  return sameSecret(tokenOf(id), token) ? id : null;
}

/** A subscription that ends, or has ended, is replaced; one that missed something is read like one that changed. */
const kindOf = (lifecycleEvent: string | undefined): ChannelReport['kind'] =>
  lifecycleEvent === undefined ? 'changed' : lifecycleEvent === 'missed' ? 'missed' : 'renew';

/** What the entries of one request report, once per channel and kind; entries that prove nothing are left out. */
export function notifiedChannels(entries: readonly unknown[], tokenOf: (channelId: string) => string): ChannelReport[] {
  const found = new Map<string, ChannelReport>();
  for (const entry of entries) {
    const parsed = notification.safeParse(entry);
    const channel_id = parsed.success ? channelOf(parsed.data.clientState, tokenOf) : null;
    if (!parsed.success || channel_id === null) continue;
    const kind = kindOf(parsed.data.lifecycleEvent);
    found.set(`${channel_id} ${kind}`, { channel_id, kind });
  }
  return [...found.values()];
}
