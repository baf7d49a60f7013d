import { invalidField } from '../http/refusals.js';
import type { Db } from '../tokens/grants.js';
import { lockCreation } from './lock-creation.js';

/** Why an application gets no further account. */
export const fullOfAccounts = (most: number) =>
  `the application has ${most} accounts, the maximum: its operator can change ACCOUNTS_PER_APPLICATION`;

/** Whether the application may have another account, of any kind; the caller's transaction creates it (ACC-8). */
export async function hasRoomForAccount(db: Db, client_id: string, most: number): Promise<boolean> {
  await lockCreation(db, 'account', client_id);
  return (await db.account.count({ where: { client_id } })) < most;
}

/** Throws a 422 on the field if the application has as many accounts as it may have. */
export async function refuseMoreAccounts(
  db: Db,
  { clientId, field }: { clientId: string; field: string },
  most: number,
): Promise<void> {
  if (!(await hasRoomForAccount(db, clientId, most))) throw invalidField(field, 'too_many', fullOfAccounts(most));
}
