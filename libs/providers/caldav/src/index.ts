import { defineProvider } from '@kalends/provider-port';
import { presets } from './presets.js';

/** Servers that speak CalDAV (RFC 4791), Apple's among them. */
export const caldav = defineProvider({
  id: 'caldav',
  name: 'CalDAV',
  accounts: [
    {
      name: 'apple',
      title: 'Apple iCloud',
      note: {
        en: 'With an app-specific password',
        de: 'Mit einem app-spezifischen Passwort',
        es: 'Con una contraseña específica de aplicación',
        fr: 'Avec un mot de passe pour application',
      },
      form: {
        title: {
          en: 'Connect Apple iCloud',
          de: 'Apple iCloud verbinden',
          es: 'Conectar Apple iCloud',
          fr: 'Connecter Apple iCloud',
        },
        address: 'https://caldav.icloud.com/',
      },
    },
    {
      name: 'caldav',
      title: {
        en: 'Another CalDAV server',
        de: 'Ein anderer CalDAV-Server',
        es: 'Otro servidor CalDAV',
        fr: 'Un autre serveur CalDAV',
      },
      note: {
        en: 'Radicale, SOGo, Synology and others',
        de: 'Radicale, SOGo, Synology und andere',
        es: 'Radicale, SOGo, Synology y otros',
        fr: 'Radicale, SOGo, Synology et d’autres',
      },
      form: {
        title: {
          en: 'Connect a CalDAV server',
          de: 'Einen CalDAV-Server verbinden',
          es: 'Conectar un servidor CalDAV',
          fr: 'Connecter un serveur CalDAV',
        },
      },
      presets,
    },
  ],
  settings: { gateway: {}, sync: {} },
  loadSync: () => import('./sync/index.js'),
});
