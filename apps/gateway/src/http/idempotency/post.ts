import { applyDecorators, Post as NestPost, UseInterceptors } from '@nestjs/common';
import { IdempotencyInterceptor } from './answer-once.js';

/** A POST route, which answers repeated requests with the same `Idempotency-Key` once (HTTP-23). */
export const Post = (path?: string): MethodDecorator =>
  applyDecorators(NestPost(path), UseInterceptors(IdempotencyInterceptor));
