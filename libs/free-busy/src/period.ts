/** Half-open `[start, end)`, epoch ms. */
export interface Period {
  readonly start: number;
  readonly end: number;
}

/** Sorted, disjoint periods as a flat array `start0, end0, start1, end1, …`, epoch ms; touching ones are one. */
export type Periods = readonly number[];
