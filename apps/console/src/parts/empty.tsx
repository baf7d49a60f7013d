import type { ReactNode } from 'react';

/** What stands in place of an empty list: why it is empty, and what fills it. */
export const Empty = ({ children }: { children: ReactNode }) => (
  <div className="empty">
    <svg viewBox="0 0 48 48" width="48" height="48" aria-hidden="true">
      <rect x="7" y="10" width="34" height="31" rx="5" />
      <path d="M7 19h34M16 6v8M32 6v8M16 27h6M16 33h12" />
    </svg>
    <p>{children}</p>
  </div>
);
