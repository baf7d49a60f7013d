/** The last day of a window of reads without an upper bound, counted from today (EVT-2). */
export const daysAhead = 201;
