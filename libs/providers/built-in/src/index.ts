import { defineProvider } from '@kalends/provider-port';

/**
 * Calendars that Kalends itself stores. There is no server: calendar-sync applies their events in the transaction of the
 * command (docs/adr/0051), and nobody consents to anything.
 */
export const builtIn = defineProvider({
  id: 'kalends',
  name: 'Kalends',
  accounts: [
    {
      name: 'kalends',
      title: {
        en: 'A new calendar here',
        de: 'Ein neuer Kalender hier',
        es: 'Un calendario nuevo aquí',
        fr: 'Un nouvel agenda ici',
        it: 'Un nuovo calendario qui',
        nl: 'Een nieuwe agenda hier',
        pt: 'Uma nova agenda aqui',
        pl: 'Nowy kalendarz tutaj',
        ja: 'ここに新しいカレンダーを作成',
        ar: 'تقويم جديد هنا',
      },
      note: {
        en: 'Stored by this service; nothing else is needed',
        de: 'Dieser Dienst führt ihn; mehr ist nicht nötig',
        es: 'Lo lleva este servicio; no hace falta nada más',
        fr: 'Tenu par ce service ; rien d’autre n’est nécessaire',
        it: 'Conservato da questo servizio; non serve altro',
        nl: 'Bewaard door deze dienst; meer is niet nodig',
        pt: 'Guardada por este serviço; nada mais é preciso',
        pl: 'Przechowuje go ta usługa; nic więcej nie trzeba',
        ja: '当サービスに保存され、ほかに必要なものはありません',
        ar: 'محفوظ لدى هذه الخدمة؛ لا يلزم شيء آخر',
      },
    },
  ],
  settings: { gateway: {}, sync: {} },
});

/** Whether a profile's calendars are stored by Kalends itself. */
export const isBuiltIn = ({ provider_name }: { provider_name: string }): boolean => provider_name === 'kalends';
