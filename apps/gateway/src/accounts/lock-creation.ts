import { sqlOfPrisma } from '@kalends/messaging';
import { creationLock } from '@kalends/postgres';
import type { Db } from '../tokens/grants.js';

/** Lets one transaction at a time create `what` of this owner: what it counts afterwards is exact. */
export async function lockCreation(db: Db, what: string, owner: string): Promise<void> {
  const { text, values } = creationLock(what, owner);
  await sqlOfPrisma(db).query(text, values);
}
