import { Body, Controller, HttpCode, Post, Req, UseGuards } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { batchBody } from '@kalends/contracts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { AccessTokenGuard } from '../http/caller.js';
import { validate } from '../http/refusals.js';
import { partOfBatch } from '../rate-limit/rate-limit.guard.js';

type Entry = z.output<typeof batchBody>['batch'][number];

/** What may stand in a batch (contract §6). */
const allowed = [/^(POST|DELETE) \/v1\/calendars\/[^/?#]+\/events$/, /^(POST|DELETE) \/v1\/available_periods$/];

const notAllowed = {
  error: 'not_allowed',
  description: 'A batch holds upserts and deletions of events and available periods.',
};

/** Runs each entry as the request that it is; one that fails does not stop the others. */
@Controller('v1/batch')
export class BatchController {
  constructor(private readonly host: HttpAdapterHost) {}

  @Post()
  @HttpCode(207)
  @UseGuards(AccessTokenGuard())
  async run(@Body() input: unknown, @Req() request: FastifyRequest) {
    const { batch } = validate(batchBody, input);
    const answers = [];
    for (const entry of batch) answers.push(await this.runOne(entry, request));
    return { batch: answers };
  }

  private async runOne(entry: Entry, request: FastifyRequest) {
    const method = (entry.method ?? 'POST').toUpperCase() as 'POST' | 'DELETE';
    const url = entry.relative_url.startsWith('/') ? entry.relative_url : `/${entry.relative_url}`;
    if (!allowed.some((pattern) => pattern.test(`${method} ${url}`))) return { status: 422, data: notAllowed };
    const server = this.host.httpAdapter.getInstance<FastifyInstance>();
    const headers = {
      authorization: request.headers.authorization!,
      'content-type': 'application/json',
      [partOfBatch.name]: partOfBatch.value,
    };
    const answer = await server.inject({ method, url, headers, payload: JSON.stringify(entry.data ?? {}) });
    return { status: answer.statusCode, ...(answer.payload === '' ? {} : { data: answer.json<object>() }) };
  }
}
