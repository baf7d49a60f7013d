import { ProviderError } from '@kalends/provider-port/sync';
import { z } from 'zod';
import { isGranted } from './granted-scopes.js';
import type { GraphApi } from './graph-api.js';
import { zoneNamed } from './times.js';

/** timeZone of mailboxSettings (graph/api/user-get-mailboxsettings): a Windows name, or IANA's. */
const body = z.object({ value: z.string().max(200) });

/** The zone of the mailbox. Null without `MailboxSettings.Read`, and if it is one that only the mailbox defines. */
export async function readMailboxZone(api: GraphApi, scope: readonly string[]): Promise<string | null> {
  if (!isGranted(scope, 'MailboxSettings.Read', 'MailboxSettings.ReadWrite')) return null;
  const { status, body: answer } = await api.call('/me/mailboxSettings/timeZone', { understands: [403] });
  if (status >= 300) throw new ProviderError('refused', `Microsoft answered ${status} to the mailbox's time zone.`);
  return zoneNamed(body.safeParse(answer).data?.value) ?? null;
}
