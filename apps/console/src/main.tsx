import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Refused } from './api.js';
import { router } from './router.js';
import { SignedIn } from './session.js';
import 'virtual:design.css';
import './console.css';

const client = new QueryClient({
  defaultOptions: {
    queries: {
      refetchInterval: 10_000,
      retry: (count, error) => !(error instanceof Refused) && count < 3,
      // a session that has ended leads back to the page on which one signs in
      throwOnError: (error, { queryKey }) => {
        const hasEnded = error instanceof Refused && error.status === 401 && queryKey[0] !== 'session';
        if (hasEnded) window.location.reload();
        return false;
      },
    },
  },
});

createRoot(document.getElementById('console')!).render(
  <StrictMode>
    <QueryClientProvider client={client}>
      <SignedIn>
        <RouterProvider router={router} />
      </SignedIn>
    </QueryClientProvider>
  </StrictMode>,
);
