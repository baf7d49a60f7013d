import { managedBy, type Administrator } from '../../http/admin-key.js';
import { lockCreation } from '../../accounts/lock-creation.js';
import { invalidField } from '../../http/refusals.js';
import type { Db } from '../../tokens/grants.js';

/** Most applications of one developer. */
const maxOfDeveloper = 100;

/** Most secrets of an application: callbacks are signed with each. */
const maxSecrets = 10;

/** Throws a 422 if the administrator, or the deployment, has as many applications as it may have (ADM-8). */
export async function refuseMoreApplications(db: Db, administrator: Administrator, most: number): Promise<void> {
  const refuse = (description: string) => invalidField('name', 'too_many', description);
  await lockCreation(db, 'application', 'deployment');
  if ((await db.application.count()) >= most) {
    throw refuse(`this deployment may have at most ${most} applications: its operator can change APPLICATIONS`);
  }
  if (administrator.kind === 'deployment') return;
  if ((await db.application.count({ where: managedBy(administrator) })) >= maxOfDeveloper) {
    throw refuse(`a developer may have at most ${maxOfDeveloper} applications: delete one first`);
  }
}

/** Throws a 422 if the application has as many secrets as it may have; locks it, so that their number is exact. */
export async function refuseMoreSecrets(db: Db, clientId: string): Promise<void> {
  await db.$queryRaw`SELECT 1 FROM application WHERE client_id = ${clientId} FOR UPDATE`;
  if ((await db.applicationSecret.count({ where: { client_id: clientId } })) < maxSecrets) return;
  const description = `an application may have at most ${maxSecrets} secrets: delete one first`;
  throw invalidField('client_id', 'too_many', description);
}
