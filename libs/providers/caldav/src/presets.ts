import type { Preset } from '@kalends/provider-port';

/** Services with a CalDAV server whose address or app passwords people would otherwise have to look up. */
export const presets: readonly Preset[] = [
  {
    id: 'fastmail',
    name: 'Fastmail',
    address: 'https://caldav.fastmail.com/',
    appPassword: 'always',
    appPasswordUrl: 'https://app.fastmail.com/settings/security',
  },
  { id: 'nextcloud', name: 'Nextcloud', address: null, appPassword: 'two-factor' },
  {
    id: 'gmx',
    name: 'GMX',
    address: 'https://caldav.gmx.net/',
    appPassword: 'two-factor',
    appPasswordUrl: 'https://hilfe.gmx.net/',
  },
  {
    id: 'webde',
    name: 'WEB.DE',
    address: 'https://caldav.web.de/',
    appPassword: 'two-factor',
    appPasswordUrl: 'https://hilfe.web.de/',
  },
  {
    id: 'mailbox',
    name: 'mailbox.org',
    address: 'https://dav.mailbox.org/',
    appPassword: 'two-factor',
    appPasswordUrl:
      'https://kb.mailbox.org/de/privat/sicherheit-und-privatsphaere/applikationspasswoerter-fuer-externe-programme',
  },
  { id: 'posteo', name: 'Posteo', address: 'https://posteo.de:8443/' },
  {
    id: 'yahoo',
    name: 'Yahoo',
    address: 'https://caldav.calendar.yahoo.com/',
    appPassword: 'always',
    appPasswordUrl: 'https://login.yahoo.com/myaccount/security/',
  },
  {
    id: 'zoho',
    name: 'Zoho',
    address: 'https://calendar.zoho.com/',
    appPassword: 'two-factor',
    appPasswordUrl: 'https://accounts.zoho.com/home#security/app_password',
  },
];
