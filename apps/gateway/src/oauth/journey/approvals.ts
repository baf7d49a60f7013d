import type { ConsentHalf } from '@kalends/provider-port/consent';

/** The page of a provider on which an administrator approves the application for an organization. */
export type ApprovalUrl = NonNullable<ConsentHalf['approvalUrl']>;

/** The approvals of the providers that are offered. */
export abstract class Approvals {
  /** Null: not offered here, or the provider has no approval of organizations. */
  abstract approvalUrlAt(id: unknown): ApprovalUrl | null;
}
