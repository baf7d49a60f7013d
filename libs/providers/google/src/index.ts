import { defineProvider } from '@kalends/provider-port';
import { rightsIn } from './rights.js';
import { gatewaySettings, syncSettings } from './settings.js';

/** Google Calendar. */
export const google = defineProvider({
  id: 'google',
  name: 'Google',
  accounts: [
    {
      name: 'google',
      title: {
        en: 'Google Calendar',
        de: 'Google Kalender',
        es: 'Google Calendar',
        fr: 'Google Agenda',
        it: 'Google Calendar',
        nl: 'Google Agenda',
        pt: 'Google Agenda',
        pl: 'Kalendarz Google',
        ja: 'Google カレンダー',
        ar: 'تقويم Google',
      },
      note: {
        en: 'You sign in at Google',
        de: 'Sie melden sich bei Google an',
        es: 'Inicia sesión en Google',
        fr: 'Vous vous connectez chez Google',
        it: 'Accede con Google',
        nl: 'U logt in bij Google',
        pt: 'Você entra pelo Google',
        pl: 'Logujesz się w Google',
        ja: 'Googleでログインします',
        ar: 'تسجّل الدخول لدى Google',
      },
    },
  ],
  settings: { gateway: gatewaySettings, sync: syncSettings },
  notificationUrl: 'GOOGLE_NOTIFICATION_URL',
  sendsInvitations: true,
  rightsIn,
  consent: {
    isConfigured: ({ GOOGLE_CLIENT_ID: id, GOOGLE_CLIENT_SECRET: secret }) => id !== undefined && secret !== undefined,
    addresses: ({ GOOGLE_AUTHORIZE_URL: url }) => [url],
    load: () => import('./consent/index.js'),
  },
  loadSync: () => import('./sync/index.js'),
});
