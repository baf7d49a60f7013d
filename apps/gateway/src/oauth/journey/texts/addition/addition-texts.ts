import type { Texts } from '../texts.js';

/** What the journey's last page has about an event that is added. */
export interface AdditionTexts {
  adds: string;
  into: string;
  none: string;
  /** The link works no longer. */
  over: string;
}

const all = {
  en: {
    adds: 'This event is added',
    into: 'Calendar',
    none: 'None of your calendars can be written to, so the event is not added.',
    over: 'This link has expired, or its event was added already.',
  },
  de: {
    adds: 'Dieser Termin wird eingetragen',
    into: 'Kalender',
    none: 'In keinen Ihrer Kalender kann geschrieben werden, deshalb wird der Termin nicht eingetragen.',
    over: 'Dieser Link ist abgelaufen, oder der Termin wurde bereits eingetragen.',
  },
  fr: {
    adds: 'Cet événement sera ajouté',
    into: 'Agenda',
    none: 'Aucun de vos agendas n’est modifiable : l’événement ne sera pas ajouté.',
    over: 'Ce lien a expiré, ou l’événement a déjà été ajouté.',
  },
  es: {
    adds: 'Se añadirá este evento',
    into: 'Calendario',
    none: 'No se puede escribir en ninguno de sus calendarios, así que el evento no se añadirá.',
    over: 'Este enlace ha caducado o el evento ya se añadió.',
  },
  it: {
    adds: 'Verrà aggiunto questo evento',
    into: 'Calendario',
    none: 'Nessuno dei suoi calendari è modificabile: l’evento non verrà aggiunto.',
    over: 'Questo link è scaduto oppure l’evento è già stato aggiunto.',
  },
  nl: {
    adds: 'Deze afspraak wordt toegevoegd',
    into: 'Agenda',
    none: 'Geen van uw agenda’s kan worden gewijzigd, dus de afspraak wordt niet toegevoegd.',
    over: 'Deze link is verlopen, of de afspraak is al toegevoegd.',
  },
  pt: {
    adds: 'Este evento será adicionado',
    into: 'Calendário',
    none: 'Nenhum dos seus calendários pode ser alterado, por isso o evento não será adicionado.',
    over: 'Este link expirou ou o evento já foi adicionado.',
  },
  pl: {
    adds: 'To wydarzenie zostanie dodane',
    into: 'Kalendarz',
    none: 'W żadnym z Twoich kalendarzy nie można zapisywać, więc wydarzenie nie zostanie dodane.',
    over: 'Ten link wygasł albo wydarzenie zostało już dodane.',
  },
  ja: {
    adds: '次の予定が追加されます',
    into: 'カレンダー',
    none: '書き込めるカレンダーがないため、予定は追加されません。',
    over: 'このリンクは期限切れか、予定がすでに追加されています。',
  },
  ar: {
    adds: 'ستتم إضافة هذا الحدث',
    into: 'التقويم',
    none: 'لا يمكن الكتابة في أي من تقاويمك، لذلك لن تتم إضافة الحدث.',
    over: 'انتهت صلاحية هذا الرابط، أو تمت إضافة الحدث من قبل.',
  },
} satisfies Record<string, AdditionTexts>;

export const additionLanguages = new Map(Object.entries<AdditionTexts>(all));

/** Those in the language of the page's other texts. */
export const additionTextsOf = ({ lang }: Pick<Texts, 'lang'>): AdditionTexts => additionLanguages.get(lang) ?? all.en;
