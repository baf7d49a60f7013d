export const callbackCall = { credential: 'api-key', tag: 'callbacks' } as const;
