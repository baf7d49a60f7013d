export const ownCall = { tag: 'availability', credential: 'access-token' } as const;
