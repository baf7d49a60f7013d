import { defineProvider } from '@kalends/provider-port';
import { notifiedChannels } from './notified-channels.js';
import { recurrenceProblem } from './recurrence-problem.js';
import { rightsIn } from './rights.js';
import { gatewaySettings, syncSettings } from './settings.js';
import { approval, problems } from './texts.js';

/** Microsoft 365 and Outlook.com. */
export const microsoft = defineProvider({
  id: 'microsoft',
  name: 'Microsoft',
  accounts: [
    {
      name: 'exchange',
      title: 'Microsoft 365',
      note: {
        en: 'A work or school account',
        de: 'Ein Geschäfts-, Schul- oder Unikonto',
        es: 'Una cuenta profesional o educativa',
        fr: 'Un compte professionnel ou scolaire',
      },
      isOffered: ({ MICROSOFT_TENANT: tenant }) => tenant !== 'consumers',
    },
    {
      name: 'live_connect',
      title: 'Outlook.com',
      note: {
        en: 'A personal account: Outlook.com, Hotmail, Live',
        de: 'Ein privates Konto: Outlook.com, Hotmail, Live',
        es: 'Una cuenta personal: Outlook.com, Hotmail, Live',
        fr: 'Un compte personnel : Outlook.com, Hotmail, Live',
      },
      isOffered: ({ MICROSOFT_TENANT: tenant }) => tenant === 'common' || tenant === 'consumers',
    },
  ],
  settings: { gateway: gatewaySettings, sync: syncSettings },
  notificationUrl: 'MICROSOFT_NOTIFICATION_URL',
  sendsInvitations: true,
  rightsIn,
  recurrenceProblem,
  notifiedChannels,
  consent: {
    isConfigured: ({ MICROSOFT_CLIENT_ID: id, MICROSOFT_CLIENT_SECRET: secret }) =>
      id !== undefined && secret !== undefined,
    // personal accounts sign in at the second one
    addresses: ({ MICROSOFT_AUTHORITY_URL: url }) => [url, 'https://login.live.com'],
    withdrawal: {
      en: 'Microsoft lets only you withdraw the consent itself: at myapps.microsoft.com for a work or school account, at account.microsoft.com for a personal one.',
      de: 'Die Zustimmung selbst können bei Microsoft nur Sie zurückziehen: für ein Arbeits- oder Schulkonto unter myapps.microsoft.com, für ein persönliches unter account.microsoft.com.',
      es: 'En Microsoft, solo usted puede retirar el consentimiento: en myapps.microsoft.com para una cuenta profesional o educativa, en account.microsoft.com para una personal.',
      fr: 'Chez Microsoft, vous seul pouvez retirer le consentement : sur myapps.microsoft.com pour un compte professionnel ou scolaire, sur account.microsoft.com pour un compte personnel.',
    },
    problems,
    approval,
    load: () => import('./consent/index.js'),
  },
  loadSync: () => import('./sync/index.js'),
});
