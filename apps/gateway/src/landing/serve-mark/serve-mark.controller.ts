import { Controller, Get, Header, Redirect } from '@nestjs/common';
import { favicon } from '@kalends/design';

const day = 'public, max-age=86400';

/** The mark, which every page names as its icon. */
@Controller()
export class ServeMarkController {
  @Get('favicon.svg')
  @Header('content-type', 'image/svg+xml')
  @Header('cache-control', day)
  svg() {
    return favicon;
  }

  /** For browsers that request the old name, whichever icon the page names. */
  @Get('favicon.ico')
  @Header('cache-control', day)
  @Redirect('/favicon.svg', 302)
  ico() {
    return undefined;
  }
}
