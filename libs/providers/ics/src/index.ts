import { defineProvider } from '@kalends/provider-port';

/** Calendars that somebody publishes at an address (iCalendar, also as `webcal:`): read only. */
export const ics = defineProvider({
  id: 'ics',
  name: 'ICS',
  accounts: [
    {
      name: 'ics',
      title: {
        en: 'A published calendar',
        de: 'Ein veröffentlichter Kalender',
        es: 'Un calendario publicado',
        fr: 'Un agenda publié',
        it: 'Un calendario pubblicato',
        nl: 'Een gepubliceerde agenda',
        pt: 'Uma agenda publicada',
        pl: 'Opublikowany kalendarz',
        ja: '公開されたカレンダー',
        ar: 'تقويم منشور',
      },
      note: {
        en: 'By its address (ICS, webcal); read only',
        de: 'Über seine Adresse (ICS, webcal); nur lesend',
        es: 'Por su dirección (ICS, webcal); solo lectura',
        fr: 'Par son adresse (ICS, webcal) ; en lecture seule',
        it: 'Tramite il suo indirizzo (ICS, webcal); sola lettura',
        nl: 'Via het adres (ICS, webcal); alleen lezen',
        pt: 'Pelo endereço (ICS, webcal); somente leitura',
        pl: 'Przez adres (ICS, webcal); tylko do odczytu',
        ja: 'アドレス（ICS、webcal）で接続。読み取り専用',
        ar: 'عبر عنوانه (ICS أو webcal)؛ للقراءة فقط',
      },
      form: {
        asks: 'address',
        title: {
          en: 'Connect a published calendar',
          de: 'Einen veröffentlichten Kalender verbinden',
          es: 'Conectar un calendario publicado',
          fr: 'Connecter un agenda publié',
          it: 'Collegare un calendario pubblicato',
          nl: 'Een gepubliceerde agenda koppelen',
          pt: 'Conectar uma agenda publicada',
          pl: 'Połącz opublikowany kalendarz',
          ja: '公開されたカレンダーを接続',
          ar: 'ربط تقويم منشور',
        },
      },
    },
  ],
  settings: { gateway: {}, sync: {} },
  loadSync: () => import('./sync/index.js'),
});
