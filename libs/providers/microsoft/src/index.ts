import { defineProvider } from '@kalends/provider-port';
import { notifiedChannels } from './notified-channels.js';
import { instanceProblem } from './instance-problem.js';
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
        it: 'Un account aziendale o scolastico',
        nl: 'Een werk- of schoolaccount',
        pt: 'Uma conta corporativa ou de estudante',
        pl: 'Konto służbowe lub szkolne',
        ja: '職場または学校アカウント',
        ar: 'حساب العمل أو المدرسة',
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
        it: 'Un account personale: Outlook.com, Hotmail, Live',
        nl: 'Een persoonlijk account: Outlook.com, Hotmail, Live',
        pt: 'Uma conta pessoal: Outlook.com, Hotmail, Live',
        pl: 'Konto osobiste: Outlook.com, Hotmail, Live',
        ja: '個人用アカウント：Outlook.com、Hotmail、Live',
        ar: 'حساب شخصي: Outlook.com وHotmail وLive',
      },
      isOffered: ({ MICROSOFT_TENANT: tenant }) => tenant === 'common' || tenant === 'consumers',
    },
  ],
  settings: { gateway: gatewaySettings, sync: syncSettings },
  notificationUrl: 'MICROSOFT_NOTIFICATION_URL',
  sendsInvitations: true,
  rightsIn,
  recurrenceProblem,
  instanceProblem,
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
      it: 'Presso Microsoft solo Lei può ritirare il consenso: su myapps.microsoft.com per un account aziendale o scolastico, su account.microsoft.com per uno personale.',
      nl: 'Bij Microsoft kunt alleen u de toestemming zelf intrekken: op myapps.microsoft.com voor een werk- of schoolaccount, op account.microsoft.com voor een persoonlijk account.',
      pt: 'Na Microsoft, só você pode retirar o consentimento: em myapps.microsoft.com para uma conta corporativa ou de estudante, em account.microsoft.com para uma pessoal.',
      pl: 'W Microsoft zgodę możesz wycofać tylko Ty: na myapps.microsoft.com w przypadku konta służbowego lub szkolnego, na account.microsoft.com w przypadku osobistego.',
      ja: 'Microsoftでの同意そのものは、ご自身でのみ取り消せます。職場または学校アカウントはmyapps.microsoft.com、個人用アカウントはaccount.microsoft.comで取り消してください。',
      ar: 'لا يسحب الموافقة لدى Microsoft نفسها أحد سواك: في myapps.microsoft.com لحساب العمل أو المدرسة، وفي account.microsoft.com للحساب الشخصي.',
    },
    problems,
    approval,
    load: () => import('./consent/index.js'),
  },
  loadSync: () => import('./sync/index.js'),
});
