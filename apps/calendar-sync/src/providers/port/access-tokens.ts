/** Access tokens of one profile (RFC 6749). Both methods throw ProviderErrors. */
export interface AccessTokens {
  current(): Promise<string>;
  /** A token other than `refused`, which the API rejected. */
  renewed(refused: string): Promise<string>;
}

/** A profile's access tokens, and what its user granted with them. */
export interface ProfileTokens extends AccessTokens {
  /** The granted scopes, as reported by the provider. Throws ProviderErrors. */
  scope(): Promise<readonly string[]>;
}
