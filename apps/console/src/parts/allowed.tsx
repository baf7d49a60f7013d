import type { ReactNode } from 'react';
import { useSession } from '../session.js';

const roles = ['viewer', 'operator', 'admin'] as const;
export type Role = (typeof roles)[number];

/** Whether who has signed in has this role, or a higher one; the server refuses to others what it guards. */
export const useHasRole = (role: Role): boolean => roles.indexOf(useSession().role) >= roles.indexOf(role);

/** What only this role, or a higher one, may do; nothing for others. */
export function Allowed({ role, children }: { role: Role; children: ReactNode }) {
  return useHasRole(role) ? children : null;
}
