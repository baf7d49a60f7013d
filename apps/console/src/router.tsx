import { createRootRoute, createRoute, createRouter, lazyRouteComponent } from '@tanstack/react-router';
import { Frame } from './frame.js';
import { AccountPage } from './pages/account.js';
import { AccountsPage } from './pages/accounts.js';
import { ApplicationPage } from './pages/application.js';
import { ApplicationsPage } from './pages/applications.js';
import { AuditPage } from './pages/audit.js';
import { BookingLinkPage } from './pages/booking-link.js';
import { BookingLinksPage, linkStates } from './pages/booking-links.js';
import { DeadLettersPage } from './pages/dead-letters.js';
import { DevelopersPage } from './pages/developers.js';
import { EventPage } from './pages/event.js';
import { InvitePage } from './pages/invite.js';
import { MailPage } from './pages/mail.js';
import { Page } from './parts/page.js';

const textOf = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);

const root = createRootRoute({
  component: Frame,
  notFoundComponent: () => <Page title="There is no such page">Choose one from the list.</Page>,
});
const getParentRoute = () => root;

export const overview = createRoute({
  getParentRoute,
  path: '/',
  component: lazyRouteComponent(() => import('./pages/overview.js'), 'OverviewPage'),
});
export const accounts = createRoute({
  getParentRoute,
  path: '/accounts',
  component: AccountsPage,
  validateSearch: (
    search,
  ): {
    query?: string | undefined;
    client_id?: string | undefined;
    failing?: true | undefined;
    provider_name?: string | undefined;
    abandoned?: true | undefined;
  } => ({
    query: textOf(search.query),
    client_id: textOf(search.client_id),
    failing: search.failing === true || search.failing === 'true' ? true : undefined,
    provider_name: textOf(search.provider_name),
    abandoned: search.abandoned === true || search.abandoned === 'true' ? true : undefined,
  }),
});
export const account = createRoute({ getParentRoute, path: '/accounts/$sub', component: AccountPage });
export const event = createRoute({
  getParentRoute,
  path: '/accounts/$sub/events/$calendarId/$eventUid',
  component: EventPage,
});
export const applications = createRoute({ getParentRoute, path: '/applications', component: ApplicationsPage });
export const application = createRoute({
  getParentRoute,
  path: '/applications/$clientId',
  component: ApplicationPage,
  validateSearch: (search): { view?: 'settings' | undefined } => ({
    view: search.view === 'settings' ? 'settings' : undefined,
  }),
});
export const availability = createRoute({
  getParentRoute,
  path: '/applications/$clientId/availability',
  component: lazyRouteComponent(() => import('./pages/availability.js'), 'AvailabilityPage'),
  validateSearch: (search): { sub?: string | undefined } => ({ sub: textOf(search.sub) }),
});
export const invite = createRoute({
  getParentRoute,
  path: '/applications/$clientId/smart-invites/$inviteId',
  component: InvitePage,
});
export const bookingLinks = createRoute({
  getParentRoute,
  path: '/applications/$clientId/booking-links',
  component: BookingLinksPage,
  validateSearch: (search) => ({ status: linkStates.find((one) => one === search.status) }),
});
export const bookingLink = createRoute({
  getParentRoute,
  path: '/applications/$clientId/booking-links/$linkId',
  component: BookingLinkPage,
});
export const providers = createRoute({
  getParentRoute,
  path: '/providers',
  component: lazyRouteComponent(() => import('./pages/providers.js'), 'ProvidersPage'),
});
export const developers = createRoute({ getParentRoute, path: '/developers', component: DevelopersPage });
export const mail = createRoute({ getParentRoute, path: '/mail', component: MailPage });
export const deadLetters = createRoute({
  getParentRoute,
  path: '/dead-letters',
  component: DeadLettersPage,
  validateSearch: (search): { service?: string | undefined; topic?: string | undefined } => ({
    service: textOf(search.service),
    topic: textOf(search.topic),
  }),
});
export const audit = createRoute({
  getParentRoute,
  path: '/audit',
  component: AuditPage,
  validateSearch: (search): { client_id?: string | undefined; sub?: string | undefined } => ({
    client_id: textOf(search.client_id),
    sub: textOf(search.sub),
  }),
});

export const router = createRouter({
  routeTree: root.addChildren([
    overview,
    accounts,
    account,
    event,
    applications,
    application,
    availability,
    invite,
    bookingLinks,
    bookingLink,
    providers,
    developers,
    mail,
    deadLetters,
    audit,
  ]),
  basepath: '/console',
  defaultPreload: false,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
