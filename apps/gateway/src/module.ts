import { createHmac } from 'node:crypto';
import { Module, type DynamicModule, type Provider } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { HealthModule, type HealthCheck, type Logger } from '@kalends/service-runtime';
import type { Sealer } from '@kalends/security';
import type { MessagingClient } from '@kalends/messaging';
import type { Pool } from 'pg';
import { AdministerApplicationsController } from './applications/administer-applications/administer-applications.controller.js';
import { ApplicationCalendarsController } from './calendars/application-calendars/application-calendars.controller.js';
import { OpenApplicationCalendar } from './calendars/application-calendars/open-application-calendar.handler.js';
import { BatchController } from './events/batch/batch.controller.js';
import { ChangeParticipationController } from './events/change-participation/change-participation.controller.js';
import { CreateCalendarController } from './calendars/create-calendar/create-calendar.controller.js';
import { ListResourcesController } from './calendars/list-resources/list-resources.controller.js';
import { DeleteEventsController } from './events/delete-events/delete-events.controller.js';
import { LinkAccountsController } from './accounts/link-accounts/link-accounts.controller.js';
import { RevokeProfileController } from './accounts/revoke-profile/revoke-profile.controller.js';
import { BeginJourneyController } from './oauth/begin-journey/begin-journey.controller.js';
import { ConnectCalendarController } from './oauth/connect-calendar/connect-calendar.controller.js';
import { ConnectCalendar } from './oauth/connect-calendar/connect-calendar.handler.js';
import { DecideJourneyController } from './oauth/decide-journey/decide-journey.controller.js';
import { DecideJourney } from './oauth/decide-journey/decide-journey.handler.js';
import { DecidePermissionsController } from './oauth/decide-permissions/decide-permissions.controller.js';
import { DecidePermissions } from './oauth/decide-permissions/decide-permissions.handler.js';
import { RequestAdminConsentController } from './oauth/request-admin-consent/request-admin-consent.controller.js';
import { RequestPermissionsController } from './oauth/request-permissions/request-permissions.controller.js';
import { ConsentPage } from './oauth/journey/consent-page.js';
import { JourneyAccounts } from './oauth/journey/journey-accounts.js';
import { Journeys } from './oauth/journey/journeys.js';
import { relinkUrlOf } from './accounts/relink-url.js';
import { AuthorizeProviderController } from './oauth/authorize-provider/authorize-provider.controller.js';
import { OfferedConsent } from './oauth/authorize-provider/offered-consent.js';
import { AdministerCallbacksController } from './callbacks/administer-callbacks.controller.js';
import { CallbacksController } from './callbacks/callbacks.controller.js';
import { Callbacks } from './callbacks/callbacks.handler.js';
import { ChannelsController } from './callbacks/channels/channels.controller.js';
import type { GatewayConfig } from './config.js';
import { ConnectProfileController } from './accounts/connect-profile/connect-profile.controller.js';
import { ConnectedApplicationsController } from './oauth/connected-applications/connected-applications.controller.js';
import { CreateAccountController } from './accounts/create-account/create-account.controller.js';
import { CreateDeveloperController } from './applications/create-developer/create-developer.controller.js';
import { DeleteAccountController } from './accounts/delete-account/delete-account.controller.js';
import { DeleteApplicationController } from './applications/delete-application/delete-application.controller.js';
import { DeleteEventController } from './events/delete-event/delete-event.controller.js';
import type { PrismaClient } from './generated/prisma/client.js';
import * as tokens from './http/injection-tokens.js';
import { IssueTokenController } from './oauth/issue-token/issue-token.controller.js';
import { IssueToken } from './oauth/issue-token/issue-token.handler.js';
import { HoldTimeController } from './availability/hold-time/hold-time.controller.js';
import { ConfirmHold } from './availability/hold-time/confirm-hold.handler.js';
import { AvailabilityRulesController } from './availability/manage-availability/availability-rules.controller.js';
import { AvailablePeriodsController } from './availability/manage-availability/available-periods.controller.js';
import { BookableEventsController } from './bookable-events/manage-bookable-events/bookable-events.controller.js';
import { WriteQueue } from './events/accept-write/write-queue.js';
import { ProjectCalendarsHandler } from './read-model/project-calendars/project-calendars.handler.js';
import { ReadEventsController } from './events/read-events/read-events.controller.js';
import { FailedAttempts } from './http/rate-limit/failed-attempts.js';
import { NewAccounts } from './http/rate-limit/new-accounts.js';
import { RequestLimits } from './http/rate-limit/request-limits.js';
import { Administrators } from './http/admission/administrators.js';
import { Admissions } from './http/admission/admissions.js';
import { CredentialRefusals } from './http/admission/credential-refusals.js';
import { Strangers } from './http/rate-limit/strangers.js';
import { AnswersInFlight } from './http/rate-limit/answers-in-flight.js';
import { RateLimitGuard } from './http/rate-limit/rate-limit.guard.js';
import { QueryAvailabilityController } from './availability/query-availability/query-availability.controller.js';
import { QueryAvailability } from './availability/query-availability/query-availability.handler.js';
import { ReadEvents } from './events/read-events/read-events.handler.js';
import { ReplicaReads } from './events/read-events/replica-reads.js';
import { ReadIdentityController } from './accounts/read-identity/read-identity.controller.js';
import { RelinkProfileController } from './oauth/relink-profile/relink-profile.controller.js';
import { RelinkProfile } from './oauth/relink-profile/relink-profile.handler.js';
import { RevokeTokenController } from './oauth/revoke-token/revoke-token.controller.js';
import { ServeAsyncapiController } from './http/serve-asyncapi/serve-asyncapi.controller.js';
import { ServeOpenapiController } from './http/serve-openapi/serve-openapi.controller.js';
import { AdministerSmartInvitesController } from './invites/administer-smart-invites.controller.js';
import { SmartInvitesController } from './invites/smart-invites.controller.js';
import { ProviderNotificationsController } from './calendars/receive-provider-notification/provider-notifications.controller.js';
import { ConnectDemoController } from './landing/connect-demo/connect-demo.controller.js';
import { landingToken, type Landing } from './landing/landing.js';
import { ShowGuideController } from './docs/show-guide/show-guide.controller.js';
import { ShowReferenceController } from './docs/show-reference/show-reference.controller.js';
import { ShowLandingController } from './landing/show-landing/show-landing.controller.js';
import { RecordInviteChangesHandler } from './changes/record-invite-changes/record-invite-changes.handler.js';
import { ListChangesController } from './changes/list-changes/list-changes.controller.js';
import { CredentialKinds } from './tokens/credential-kind.js';
import { Credentials } from './tokens/credentials.js';
import { tokenHash } from './tokens/hash.js';
import { UpsertEventController } from './events/upsert-event/upsert-event.controller.js';

/** Dependencies that {@link startGateway} passes to the gateway. */
interface GatewayDependencies {
  config: GatewayConfig;
  pool: Pool;
  /** For frequent reads: statements are planned once. */
  readPool: Pool;
  /** A streaming replica. */
  replicaPool?: Pool | undefined;
  prisma: PrismaClient;
  sealer: Sealer;
  relay: tokens.Waker;
  client: MessagingClient;
  clock: tokens.Clock;
  log: Logger;
  checks: HealthCheck[];
  landing: Landing;
  answers: AnswersInFlight;
}

const useValue = (provide: symbol, value: unknown): Provider => ({ provide, useValue: value });

/** Signs cursors; every replica derives the same key. */
const cursorKeyOf = ({ ENCRYPTION_KEY }: GatewayConfig) =>
  createHmac('sha256', ENCRYPTION_KEY.at(-1)!).update('cursor').digest();

const replicaOf = ({ readPool: primary, replicaPool: replica, log }: GatewayDependencies) =>
  replica && new ReplicaReads({ primary, replica, log });

function providersOf(dependencies: GatewayDependencies): Provider[] {
  const cursorKey = cursorKeyOf(dependencies.config);
  const writes = new WriteQueue(dependencies.pool);
  const mostAccounts = dependencies.config.ACCOUNTS_PER_APPLICATION;
  const kinds = new CredentialKinds(dependencies.pool, tokenHash(dependencies.config.ADMIN_KEY));
  return [
    useValue(tokens.configToken, dependencies.config),
    useValue(tokens.poolToken, dependencies.pool),
    useValue(tokens.prismaToken, dependencies.prisma),
    useValue(tokens.sealerToken, dependencies.sealer),
    useValue(tokens.relayToken, dependencies.relay),
    useValue(tokens.requestToken, dependencies.client),
    useValue(tokens.clockToken, dependencies.clock),
    useValue(tokens.logToken, dependencies.log),
    useValue(landingToken, dependencies.landing),
    useValue(tokens.cursorKeyToken, cursorKey),
    {
      provide: ReadEvents,
      useValue: new ReadEvents(
        dependencies.readPool,
        dependencies.config.PUBLIC_URL,
        cursorKey,
        relinkUrlOf(dependencies.config),
        replicaOf(dependencies),
      ),
    },
    { provide: JourneyAccounts, useValue: new JourneyAccounts(dependencies.pool, dependencies.prisma) },
    { provide: ConnectCalendar, useValue: new ConnectCalendar(dependencies) },
    Journeys,
    ConsentPage,
    { provide: DecideJourney, useValue: new DecideJourney(dependencies.prisma, mostAccounts) },
    { provide: DecidePermissions, useValue: new DecidePermissions(dependencies) },
    { provide: RelinkProfile, useValue: new RelinkProfile(dependencies) },
    { provide: OfferedConsent, useFactory: () => new OfferedConsent(dependencies.config, dependencies) },
    {
      provide: tokens.egressToken,
      useFactory: ({ egress }: OfferedConsent) => egress,
      inject: [OfferedConsent],
    },
    {
      provide: QueryAvailability,
      useValue: new QueryAvailability(
        dependencies.readPool,
        dependencies.client,
        dependencies.clock,
        dependencies.config.AVAILABILITY_MAX_SPAN,
      ),
    },
    { provide: Credentials, useValue: new Credentials(dependencies.pool) },
    { provide: CredentialKinds, useValue: kinds },
    { provide: WriteQueue, useValue: writes },
    { provide: ConfirmHold, useValue: new ConfirmHold({ ...dependencies, writes }) },
    Callbacks,
    Administrators,
    CredentialRefusals,
    Admissions,
    { provide: Strangers, useValue: new Strangers(dependencies.config.UNKNOWN_REQUESTS_PER_MINUTE) },
    FailedAttempts,
    RequestLimits,
    { provide: AnswersInFlight, useValue: dependencies.answers },
    { provide: NewAccounts, useValue: new NewAccounts(dependencies.config.NEW_ACCOUNTS_PER_HOUR) },
    { provide: APP_GUARD, useClass: RateLimitGuard },
    { provide: OpenApplicationCalendar, useValue: new OpenApplicationCalendar(dependencies.prisma, mostAccounts) },
    { provide: IssueToken, useValue: new IssueToken(dependencies.pool, dependencies.prisma, dependencies.sealer) },
  ];
}

@Module({})
export class GatewayModule {
  static of(dependencies: GatewayDependencies): DynamicModule {
    return {
      module: GatewayModule,
      imports: [HealthModule.of(dependencies.checks)],
      controllers: [
        ReadEventsController,
        UpsertEventController,
        DeleteEventController,
        ReadIdentityController,
        IssueTokenController,
        RevokeTokenController,
        CreateDeveloperController,
        AdministerApplicationsController,
        CreateAccountController,
        DeleteAccountController,
        DeleteApplicationController,
        ConnectProfileController,
        BeginJourneyController,
        ConnectCalendarController,
        DecideJourneyController,
        RequestAdminConsentController,
        AuthorizeProviderController,
        ConnectedApplicationsController,
        ApplicationCalendarsController,
        BatchController,
        ChangeParticipationController,
        CreateCalendarController,
        ListResourcesController,
        DeleteEventsController,
        LinkAccountsController,
        DecidePermissionsController,
        RequestPermissionsController,
        RelinkProfileController,
        RevokeProfileController,
        QueryAvailabilityController,
        HoldTimeController,
        BookableEventsController,
        AvailabilityRulesController,
        AvailablePeriodsController,
        CallbacksController,
        AdministerCallbacksController,
        ChannelsController,
        ListChangesController,
        SmartInvitesController,
        AdministerSmartInvitesController,
        ProviderNotificationsController,
        ServeOpenapiController,
        ServeAsyncapiController,
        ShowLandingController,
        ShowReferenceController,
        ShowGuideController,
        ConnectDemoController,
        ProjectCalendarsHandler,
        RecordInviteChangesHandler,
      ],
      providers: providersOf(dependencies),
    };
  }
}
