export function missingForIcal4j(): Promise<string | undefined>;
export function ical4jErrors(texts: readonly string[]): Promise<string[]>;
