import { Controller, Get, Query, UseGuards } from '@nestjs/common';
import { services as all } from '@kalends/contracts';
import { listDeadLettersQuery } from '@kalends/public-api';
import { AdministratorOf, AdminKeyGuard, onlyDeployment, type Administrator } from '../http/admin-key.js';
import { invalidField, validate } from '../http/refusals.js';
import { Services } from '../http/bus/services.js';
import { presentDeadLetter } from './dead-letter.present.js';
import { beforeIn, decodePlace, encodePlace, merge } from './pages.js';

/** The dead letters of all services; they belong to several applications, so only the deployment's administrators see them. */
@Controller('admin/v1/dead_letters')
@UseGuards(AdminKeyGuard)
export class ListDeadLettersController {
  constructor(private readonly services: Services) {}

  @Get()
  async list(@AdministratorOf() administrator: Administrator, @Query() input: unknown) {
    onlyDeployment(administrator);
    const { service, topic, limit, after } = validate(listDeadLettersQuery, input);
    const place = after === undefined ? undefined : decodePlace(after);
    if (after !== undefined && !place)
      throw invalidField('after', 'cursor_invalid', 'after is not a next_after of this list');
    const replies = await this.services.requestEach(
      service ? [service] : all,
      (one) => ({ kind: 'list-dead-letters', topic, before: beforeIn(one, place), limit: limit + 1 }),
      'dead-letters',
    );
    const lists = replies.map(({ service: of, reply }) =>
      (reply?.dead_letters ?? []).map((letter) => ({ ...letter, ...presentDeadLetter(of, letter) })),
    );
    const found = merge(lists, limit + 1);
    const page = found.slice(0, limit);
    return {
      dead_letters: page.map((letter) => presentDeadLetter(letter.service, letter)),
      services: replies.map(({ service: of, reply }) => ({
        service: of,
        answered: reply !== null,
        dead_letters: reply?.total ?? null,
      })),
      next_after: found.length > limit ? encodePlace(page.at(-1)!) : null,
    };
  }
}
