import { Controller, Get, Query, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { developerHeaders } from '../../http/pages/layout.js';
import { searchPage } from './search-docs.pages.js';
import { SearchIndex } from './search-index.js';

const maxLength = 100;

/** Finds guides and operations, on the server: nothing of a query leaves it, and pages need no script. */
@Controller('docs')
export class SearchDocsController {
  private index: SearchIndex | undefined;

  @Get('search')
  search(@Query('q') q: unknown, @Res() reply: FastifyReply) {
    const query = typeof q === 'string' ? q.slice(0, maxLength).trim() : '';
    const hits = query === '' ? [] : (this.index ??= new SearchIndex()).find(query);
    return reply
      .headers({ ...developerHeaders, 'cache-control': 'no-store' })
      .type('text/html; charset=utf-8')
      .send(searchPage(query, hits));
  }
}
