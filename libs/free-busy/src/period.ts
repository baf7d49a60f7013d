/** Half-open `[start, end)`, epoch ms. */
export interface Period {
  readonly start: number;
  readonly end: number;
}
