import { Module } from '@nestjs/common';
import { AvailabilityModule } from '../availability/availability.module.js';
import { EventsModule } from '../events/events.module.js';
import { OauthModule } from '../oauth/oauth.module.js';
import { AdministerLinksController } from './administer-links/administer-links.controller.js';
import { PlaceBooking } from './book-slot/place-booking.js';
import { SettleBooking } from './book-slot/settle-booking.js';
import { WriteBooking } from './book-slot/write-booking.js';
import { BookingLinks } from './booking-links.js';
import { CancelBookingController } from './cancel-booking/cancel-booking.controller.js';
import { ChangeEvents } from './change-booking/change-events.js';
import { ClaimChange } from './change-booking/claim-change.js';
import { SettleChange } from './change-booking/settle-change.js';
import { CreateLink } from './create-link/create-link.js';
import { CreateLinkController } from './create-link/create-link.controller.js';
import { CreateSequenceController } from './create-link/create-sequence.controller.js';
import { DisableLinkController } from './disable-link/disable-link.controller.js';
import { DisableSequenceController } from './disable-link/disable-sequence.controller.js';
import { OfferedSlots } from './offered-slots.js';
import { ReadLinkController } from './read-link/read-link.controller.js';
import { ReadSequenceController } from './read-link/read-sequence.controller.js';
import { ReportNoTimes } from './report-no-times.js';
import { OtherTimes } from './reschedule-booking/other-times.js';
import { RescheduleBookingController } from './reschedule-booking/reschedule-booking.controller.js';
import { PageOfLink } from './show-booking-page/page-of-link.js';
import { ShowBookingPageController } from './show-booking-page/show-booking-page.controller.js';

@Module({
  imports: [AvailabilityModule, EventsModule, OauthModule],
  controllers: [
    CreateLinkController,
    CreateSequenceController,
    ReadLinkController,
    ReadSequenceController,
    DisableLinkController,
    DisableSequenceController,
    ShowBookingPageController,
    AdministerLinksController,
    CancelBookingController,
    RescheduleBookingController,
  ],
  providers: [
    BookingLinks,
    OfferedSlots,
    CreateLink,
    PlaceBooking,
    SettleBooking,
    WriteBooking,
    ReportNoTimes,
    ClaimChange,
    ChangeEvents,
    SettleChange,
    OtherTimes,
    PageOfLink,
  ],
})
export class BookingLinksModule {}
