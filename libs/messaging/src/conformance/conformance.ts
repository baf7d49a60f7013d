import { afterEach } from 'vitest';
import { requestConformance } from './request.conformance.js';
import { failureConformance } from './failure.conformance.js';
import { newerConformance } from './newer.conformance.js';
import { orderConformance } from './order.conformance.js';
import { outboxConformance } from './outbox.conformance.js';
import { replayConformance } from './replay.conformance.js';
import type { World } from './world.js';

/** The behaviour that all transports share. */
export function transportConformance(world: () => World): void {
  afterEach(() => world().closeTransports());
  orderConformance(world);
  failureConformance(world);
  newerConformance(world);
  requestConformance(world);
  outboxConformance(world);
  replayConformance(world);
}
