import type { ConsentHalf, RegistrationFinding } from '@kalends/provider-port/consent';

/** This installation's registration at a provider. */
export interface Registration {
  /** To which the provider sends browsers back. */
  redirectAddress: string;
  /** A digest of the settings of this client and its address: another one, another digest. */
  client: string;
  /** Why consents end there by themselves, and what to do. */
  ending?: NonNullable<ConsentHalf['ending']>;
  /** Tries it, without a user. */
  check(): Promise<RegistrationFinding[]>;
}

/** The registrations at the providers that are offered. */
export abstract class Registrations {
  /** Null: not offered here, or no such provider. */
  abstract registrationAt(id: unknown): Registration | null;
}
