export const byAdminKey = { tag: 'admin', credential: 'admin-key' } as const;
