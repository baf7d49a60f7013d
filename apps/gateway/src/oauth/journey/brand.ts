/** How an application presents itself on the pages that its users see. */
export interface Brand {
  name: string;
  /** Path of its logo here; null: its initial stands for it. */
  logo: string | null;
  /** `#rrggbb`, readable on a page's surface. */
  accent: string | null;
  /** https. */
  privacyUrl: string | null;
  /** https. */
  supportUrl: string | null;
}

/** The columns of an application that its brand has. */
export interface BrandedRow {
  client_id: string;
  name: string;
  logo_version: string | null;
  accent_color: string | null;
  privacy_url: string | null;
  support_url: string | null;
}

/** The version makes each logo an address of its own, which browsers may keep. */
export const logoPath = (clientId: string, version: string): string =>
  `/applications/${encodeURIComponent(clientId)}/logo?v=${version}`;

export const brandOf = (row: BrandedRow): Brand => ({
  name: row.name,
  logo: row.logo_version === null ? null : logoPath(row.client_id, row.logo_version),
  accent: row.accent_color,
  privacyUrl: row.privacy_url,
  supportUrl: row.support_url,
});
