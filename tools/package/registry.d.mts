export function isUnreachable(error: unknown): boolean;
