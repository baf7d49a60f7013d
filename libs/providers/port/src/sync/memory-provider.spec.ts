import { MemoryProvider } from './memory-provider.fixture.js';
import { providerConformance } from './provider.conformance.js';
import { ProviderError } from './provider.port.js';

providerConformance('in memory, as used by other tests', async () => {
  const provider = new MemoryProvider();
  provider.oldest = 0;
  return {
    provider,
    calendar: provider.list[0]!,
    others: {
      put: async (name, object) => {
        provider.put(`/home/${name}`, object);
        return `/home/${name}`;
      },
      putMany: async (objects) => objects.forEach((object, name) => provider.put(`/home/${name}`, object)),
      read: async (href) => provider.read(href)!,
      remove: async (href) => provider.drop(href),
    },
    withPassword: () => {
      const other = new MemoryProvider();
      other.failure = new ProviderError('authentication-failed', 'Wrong.');
      return other;
    },
    rooms: provider.rooms,
    stop: async () => undefined,
  };
});
