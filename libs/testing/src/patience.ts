/**
 * How many times longer than asked for tests wait before they call something missing, hung or late:
 * `KALENDS_TEST_PATIENCE`, 1 without it. A checking machine may be shared with others; what passes waits no longer.
 */
export const patience = Number(process.env.KALENDS_TEST_PATIENCE ?? 1);
