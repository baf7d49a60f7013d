import type { MicrosoftUser } from '../model.js';
import { tenants, type MicrosoftClient, type MicrosoftStore } from '../store.js';

/** The users who may sign in at a tenant word: `common`, `organizations`, `consumers`, an id or a domain. */
export function usersAt(store: MicrosoftStore, word: string): MicrosoftUser[] | undefined {
  const users = [...store.users.values()].filter(({ room }) => !room);
  if (word === 'common') return users;
  if (word === 'organizations') return users.filter(({ kind }) => kind !== 'personal');
  if (word === 'consumers') return users.filter(({ kind }) => kind === 'personal');
  const found = users.filter(({ tid, email }) => tid === word || email.endsWith(`@${word}`));
  return found.length > 0 || Object.values(tenants).includes(word) ? found : undefined;
}

/** Whether a client of one tenant is used at the word of several. */
export const isSingleTenant = (client: MicrosoftClient | undefined, word: string): boolean =>
  client?.tenant !== undefined && ['common', 'organizations', 'consumers'].includes(word);
