export function boundMs(ms: number): number;
