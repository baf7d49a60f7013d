export { blockedBy, longestMs } from './sync/blocked-by.fixture.js';
export { type Exchange, type Fault, type Proxy, startProxy } from '@kalends/testing';
export { MemoryProvider } from './sync/memory-provider.fixture.js';
export { objectOf, plain, weekly } from './sync/objects.fixture.js';
export { providerConformance } from './sync/provider.conformance.js';
export { readingConformance, type ProviderWorld } from './sync/reading.conformance.js';
