import { type ChannelNotification } from '@kalends/contracts';
import { microsoftNotification } from '@kalends/public-api';
import { channelToken, sameSecret } from '@kalends/security';

type Genuine = Pick<ChannelNotification, 'channel_id' | 'kind'>;

const longestId = 64;

/** The channel that a `clientState` proves: `<channel id>.<token>`, compared in constant time; null: not ours. */
function channelOf(clientState: string, keys: readonly Uint8Array[]): string | null {
  const [id = '', token = '', ...rest] = clientState.split('.');
  if (id === '' || id.length > longestId || rest.length > 0) return null;
  return sameSecret(channelToken(keys, 'microsoft', id), token) ? id : null;
}

/** A subscription that ends, or has ended, is replaced; one that missed something is read like one that changed. */
const kindOf = (lifecycleEvent: string | undefined): ChannelNotification['kind'] =>
  lifecycleEvent === undefined ? 'changed' : lifecycleEvent === 'missed' ? 'missed' : 'renew';

/** What the entries of one request report, once per channel and kind; entries that prove nothing are left out. */
export function decideMicrosoftNotifications(value: readonly unknown[], keys: readonly Uint8Array[]): Genuine[] {
  const found = new Map<string, Genuine>();
  for (const entry of value) {
    const parsed = microsoftNotification.safeParse(entry);
    const channel_id = parsed.success ? channelOf(parsed.data.clientState, keys) : null;
    if (!parsed.success || channel_id === null) continue;
    const kind = kindOf(parsed.data.lifecycleEvent);
    found.set(`${channel_id} ${kind}`, { channel_id, kind });
  }
  return [...found.values()];
}
