interface Ical4jTool {
  missingForIcal4j(): Promise<string | undefined>;
  ical4jErrors(texts: readonly string[]): Promise<string[]>;
}

/** The ical4j library (Java) as a second opinion; by path: the tool belongs to the repository, not to a package. */
export const ical4j = (): Promise<Ical4jTool> =>
  import(new URL('../../../../tools/ical4j/ical4j.mjs', import.meta.url).href) as Promise<Ical4jTool>;
