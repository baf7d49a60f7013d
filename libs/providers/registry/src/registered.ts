import { builtIn } from '@kalends/provider-built-in';
import { caldav } from '@kalends/provider-caldav';
import { google } from '@kalends/provider-google';
import { ics } from '@kalends/provider-ics';
import { microsoft } from '@kalends/provider-microsoft';

/** Every provider, in the order in which the journey offers them. A further one is one more line (docs/providers.md). */
export const registered = [
  google, //
  microsoft,
  builtIn,
  caldav,
  ics,
] as const;
