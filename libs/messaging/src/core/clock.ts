/** Epoch ms now: deadlines and send times belong to the bus and are no input to a service's decisions. */
export const now = (): number => Date.now();
