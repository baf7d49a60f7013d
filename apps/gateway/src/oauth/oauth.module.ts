import { Module } from '@nestjs/common';
import { EventsModule } from '../events/events.module.js';
import { egressToken } from '../http/injection-tokens.js';
import { CreateAdditionController } from './add-event/create-addition.controller.js';
import { OpenAdditionController } from './add-event/open-addition.controller.js';
import { IssueTokenController } from './issue-token/issue-token.controller.js';
import { RevokeTokenController } from './revoke-token/revoke-token.controller.js';
import { BeginJourneyController } from './begin-journey/begin-journey.controller.js';
import { ConnectCalendarController } from './connect-calendar/connect-calendar.controller.js';
import { DecideJourneyController } from './decide-journey/decide-journey.controller.js';
import { RequestAdminConsentController } from './request-admin-consent/request-admin-consent.controller.js';
import { AuthorizeProviderController } from './authorize-provider/authorize-provider.controller.js';
import { ConnectedApplicationsController } from './connected-applications/connected-applications.controller.js';
import { DecidePermissionsController } from './decide-permissions/decide-permissions.controller.js';
import { RequestPermissionsController } from './request-permissions/request-permissions.controller.js';
import { RelinkProfileController } from './relink-profile/relink-profile.controller.js';
import { Additions } from './journey/additions.js';
import { SettleAdditions } from './journey/settle-additions.js';
import { JourneyAccounts } from './journey/journey-accounts.js';
import { ConnectCalendar } from './connect-calendar/connect-calendar.js';
import { Approvals } from './journey/approvals.js';
import { Journeys } from './journey/journeys.js';
import { LinkConnectionsController } from './link-connections/link-connections.controller.js';
import { UserConnections } from './connected-applications/connections.js';
import { ProvedAccounts } from './journey/proved-accounts.js';
import { JourneySteps } from './journey/journey-steps.js';
import { ConsentPage } from './journey/consent-page.js';
import { DecideJourney } from './decide-journey/decide-journey.js';
import { DecidePermissions } from './decide-permissions/decide-permissions.js';
import { ClientChecks } from './journey/client-checks.js';
import { Registrations } from './journey/registrations.js';
import { CheckClients } from './check-clients/check-clients.js';
import { CheckProviderController } from './check-provider/check-provider.controller.js';
import { ListProvidersController } from './list-providers/list-providers.controller.js';
import { RelinkProfile } from './relink-profile/relink-profile.js';
import { OfferedConsent } from './authorize-provider/offered-consent.js';
import { IssueToken } from './issue-token/issue-token.js';

@Module({
  imports: [EventsModule],
  controllers: [
    CreateAdditionController,
    OpenAdditionController,
    IssueTokenController,
    RevokeTokenController,
    BeginJourneyController,
    ConnectCalendarController,
    DecideJourneyController,
    RequestAdminConsentController,
    AuthorizeProviderController,
    ConnectedApplicationsController,
    LinkConnectionsController,
    DecidePermissionsController,
    RequestPermissionsController,
    RelinkProfileController,
    ListProvidersController,
    CheckProviderController,
  ],
  providers: [
    JourneyAccounts,
    Additions,
    SettleAdditions,
    ConnectCalendar,
    Journeys,
    JourneySteps,
    ProvedAccounts,
    UserConnections,
    ConsentPage,
    DecideJourney,
    DecidePermissions,
    RelinkProfile,
    OfferedConsent,
    { provide: Approvals, useExisting: OfferedConsent },
    { provide: Registrations, useExisting: OfferedConsent },
    ClientChecks,
    CheckClients,
    IssueToken,
    { provide: egressToken, useFactory: ({ egress }: OfferedConsent) => egress, inject: [OfferedConsent] },
  ],
  exports: [egressToken],
})
export class OauthModule {}
