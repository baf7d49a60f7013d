import { Body, Controller, HttpCode, Inject, UseGuards } from '@nestjs/common';
import { placeElementHoldBody } from '@kalends/public-api';
import { instantMs, toIso } from '@kalends/icalendar';
import { ApplicationOf, ElementGuard, type CallingApplication } from '../../http/api-key.js';
import { Post } from '../../http/idempotency/post.js';
import { Refusal, validate } from '../../http/refusals.js';
import { BookWithElement, type NotBooked } from './book-with-element.js';

const descriptions: Readonly<Record<NotBooked, string>> = {
  taken: 'This time is not free, or was never offered.',
  expired: 'The hold has ended; hold the time again.',
  booked: 'The event of this token has been booked at another time; request a token with another event_id.',
};

const conflict = (reason: NotBooked) =>
  new Refusal(409, { error: 'conflict', reason, description: descriptions[reason] });

/** What the page of an element token may do with the event that its application has fixed (ELT-11 to ELT-14). */
@Controller('v1/element_holds')
@UseGuards(ElementGuard)
export class BookWithElementController {
  constructor(@Inject(BookWithElement) private readonly booking: BookWithElement) {}

  @Post()
  @HttpCode(201)
  async place(@ApplicationOf() application: CallingApplication, @Body() input: unknown) {
    const { start } = validate(placeElementHoldBody, input);
    const held = await this.booking.place(application, instantMs(start)!);
    if (typeof held === 'string') throw conflict(held);
    return { hold: { start: toIso(held.start), end: toIso(held.end), expires_at: toIso(held.expires_at) } };
  }

  @Post('confirm')
  @HttpCode(200)
  async confirm(@ApplicationOf() application: CallingApplication) {
    const booked = await this.booking.confirm(application);
    if (typeof booked === 'string') throw conflict(booked);
    const { event_id, summary } = application.element!.booking!.event;
    return { event: { event_id, summary, start: toIso(booked.start), end: toIso(booked.end) } };
  }

  @Post('release')
  @HttpCode(202)
  async release(@ApplicationOf() application: CallingApplication) {
    await this.booking.release(application);
  }
}
