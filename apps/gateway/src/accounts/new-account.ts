import { randomToken } from '@kalends/security';
import type { Db } from '../tokens/grants.js';

/**
 * Creates the account of an application for a journey. `email`: as verified by a provider, else null; a value entered by the
 * user is neither an address nor a name.
 */
export async function newAccount(
  db: Pick<Db, 'account'>,
  { clientId, email, tzid }: { clientId: string; email: string | null; tzid: string },
): Promise<string> {
  const account_id = `acc_${randomToken(24)}`;
  await db.account.create({ data: { account_id, client_id: clientId, email, name: null, default_tzid: tzid } });
  return account_id;
}
