import type { Texts } from './texts.js';

export const pl: Texts = {
  lang: 'pl',
  dir: 'ltr',
  didNotWork: 'Nie udało się.',
  notPossible: 'To niemożliwe',
  linkBroken: 'Ten link nie działa',
  goBack: 'Wróć do aplikacji i spróbuj ponownie; jeśli to nie pomoże, skontaktuj się z jej twórcami.',
  unknownApplication: 'Aplikacja, z której przychodzisz, jest nieznana.',
  unregisteredAddress: 'Aplikacja nie zarejestrowała adresu powrotnego.',
  stepLost: 'Ten krok należy do innej przeglądarki albo trwał dłużej niż pół godziny.',
  answerRejected: 'Ta odpowiedź została już użyta, należy do innej przeglądarki albo nadeszła po ponad kwadransie.',
  notOffered: (provider) => `Kalendarze ${provider} nie są tu dostępne.`,
  tooManyTries: 'Wpisano zbyt wiele błędnych haseł. Odczekaj minutę i spróbuj ponownie.',
  tooManyRequests: 'Z Twojego adresu nadeszło zbyt wiele żądań. Odczekaj chwilę i spróbuj ponownie.',
  unusable: 'Wpisany tekst jest za długi albo zawiera znaki, których nie można użyć.',

  connectCalendar: 'Połącz kalendarz',
  connectTo: (application) => `Połącz kalendarz z aplikacją ${application}`,
  addedTo: (account) => `Kalendarz zostanie dodany do konta ${account}.`,
  addedToWhy: 'Jeśli to nie Ty, zamknij tę stronę: osoba, która używa tego konta, widziałaby Twój kalendarz.',
  connectedAlready: 'Już połączone',
  whichCalendar: 'Który kalendarz?',
  theConnected: 'Kalendarze, które są już połączone',
  theConnectedNote: 'Bez łączenia nowego',
  builtIn: 'Nowy kalendarz tutaj',
  builtInName: 'Kalendarz',
  timeZone: 'Twoja strefa czasowa',
  continue: 'Dalej',
  appPasswordHelp:
    'Apple dopuszcza inne programy tylko z hasłem do aplikacji: utwórz je na account.apple.com, w sekcji „Logowanie i bezpieczeństwo”.',
  serverAddress: 'Adres serwera',
  appleAccount: 'Adres e-mail konta Apple',
  userName: 'Nazwa użytkownika',
  appPassword: 'Hasło do aplikacji (Apple)',
  password: 'Hasło (hasło do aplikacji, jeśli serwer je obsługuje)',
  notAtIcloud: 'Kalendarz nie jest w iCloud',
  fillEachField: 'Wypełnij każde pole; adres zaczyna się od https://',
  connect: 'Połącz',

  refusals: {
    'address-refused': 'Z tym adresem nie można się stąd połączyć.',
    'address-unreachable': 'Serwer jest teraz nieosiągalny.',
    'authentication-failed':
      'Serwer nie przyjął nazwy użytkownika i hasła. Apple, Nextcloud, Fastmail, GMX, Yahoo i Zoho często wymagają hasła do aplikacji.',
    'not-a-caldav-server': 'Pod tym adresem nie znaleziono kalendarzy (CalDAV).',
    'connected-elsewhere': 'Ten kalendarz należy już do innego konta w aplikacji.',
    'identity-not-proved':
      'Ten serwer nie sprawdza haseł albo nie podaje, czyje są kalendarze; nie można się z nim połączyć.',
    'another-user': 'Serwer podaje innego użytkownika niż poprzednio. Niczego nie zmieniono.',
    'unknown-profile': 'Ten kalendarz nie jest tu już znany.',
  },

  /** Where a provider issues app passwords, by the provider (`appPasswordIssuers`). */
  appPasswords: {
    apple:
      'Apple przyjmuje tylko hasła do aplikacji: utwórz je na account.apple.com, w sekcji „Logowanie i bezpieczeństwo”.',
    fastmail:
      'Fastmail przyjmuje tylko hasła do aplikacji: utwórz je w ustawieniach Fastmail, w sekcji „Privacy & Security”, „App passwords”.',
    gmx: 'Przy uwierzytelnianiu dwuskładnikowym ten dostawca przyjmuje tylko hasła do aplikacji: utwórz je w ustawieniach bezpieczeństwa konta.',
    nextcloud:
      'Przy uwierzytelnianiu dwuskładnikowym Nextcloud przyjmuje tylko hasła do aplikacji: utwórz je w ustawieniach osobistych, w sekcji „Bezpieczeństwo”, „Urządzenia i sesje”.',
    yahoo: 'Yahoo przyjmuje tylko hasła do aplikacji: utwórz je na login.yahoo.com, w sekcji „Bezpieczeństwo”.',
    zoho: 'Przy uwierzytelnianiu dwuskładnikowym Zoho przyjmuje tylko hasła do aplikacji: utwórz je na accounts.zoho.com, w sekcji „Security”, „App Passwords”.',
  },

  allowAccess: 'Zezwól na dostęp',
  allowTitle: (application) => `Czy zezwolić aplikacji ${application} na korzystanie z Twoich kalendarzy?`,
  ableTo: 'Aplikacja będzie mogła',
  inCalendars: 'W kalendarzach',
  youReturnTo: (host) => `Wrócisz do ${host}. Zgodę możesz w każdej chwili cofnąć na stronie`,
  connectedApplications: 'Połączone aplikacje',
  allow: 'Zezwól',
  deny: 'Odmów',
  calendarsOf: (profile) => `Kalendarze: ${profile}`,
  scopes: {
    create_calendar: 'tworzyć kalendarze',
    read_events: 'Twoje wydarzenia (z tytułami, miejscami i uczestnikami)',
    create_event: 'dodawać wydarzenia i zmieniać te, które dodała',
    delete_event: 'usuwać wydarzenia, które dodała',
    read_free_busy: 'kiedy masz czas wolny lub zajęty',
    change_participation_status: 'przyjmować lub odrzucać zaproszenia w Twoim imieniu',
    event_reminders: 'ustawiać przypomnienia o swoich wydarzeniach',
    read_account: 'Twoje imię i nazwisko oraz adres e-mail',
    list_calendars: 'nazwy Twoich kalendarzy',
  },

  elsewhere: 'Połączone gdzie indziej',
  elsewhereTitle: (email) => `Konto ${email} jest już połączone`,
  elsewhereWhy: (provider, application) =>
    `To konto ${provider} należy do innego konta w aplikacji ${application}. Niczego nie zmieniono.`,
  elsewhereHelp: (application) =>
    `Kalendarz może należeć tylko do jednego konta w aplikacji. Wybierz inny albo wróć i zaloguj się w aplikacji ${application} na konto, które go ma.`,
  chooseAnother: 'Wybierz inny kalendarz',
  backTo: (application) => `Wróć do aplikacji ${application}`,

  relinkTitle: (profile) => `Połącz ponownie: ${profile}`,
  relinkWhy: (application) =>
    `Aplikacja ${application} nie może już odczytywać ani zmieniać tego kalendarza. Połącz go ponownie, a wszystko ruszy dalej od miejsca, w którym się zatrzymało.`,
  relinkAt: (provider, email) => `Zalogujesz się w ${provider} jako ${email}.`,
  relinkUser: (username) => `Serwer i nazwa użytkownika pozostają bez zmian: ${username}.`,
  relinkDone: 'Połączono ponownie',
  relinkDoneNote: (application) => `Aplikacja ${application} może znów używać kalendarza. Możesz zamknąć tę stronę.`,
  relinkNotNeeded: 'Ten kalendarz jest połączony',
  relinkNotNeededNote: 'Nie trzeba nic robić. Możesz zamknąć tę stronę.',
  relinkOwn: 'Ten kalendarz odłączono w aplikacji. Połącz tam kalendarz na nowo.',
  relinkOther: (provider, email) => `${email} to inne konto ${provider}. Niczego nie zmieniono.`,
  relinkFailed: (provider) => `Brak zgody na dostęp ze strony ${provider}. Niczego nie zmieniono.`,
  relinkAway: 'Kalendarza nie można teraz połączyć. Niczego nie zmieniono; spróbuj nieco później.',

  signInProblem: 'Logowanie się nie powiodło',
  signInAgain: 'Zaloguj się ponownie',
  adminTitle: 'Najpierw musi wyrazić zgodę administrator',
  adminIfYou: 'Jeśli jesteś tam administratorem:',
  adminApprove: 'Zatwierdź dla mojej organizacji',
  adminForward: 'Jeśli nie, przekaż to swojemu administratorowi:',
  adminThen: 'Po zatwierdzeniu przejdź dalej tutaj:',
  adminDone: 'Zatwierdzono',
  adminDoneNote: 'Osoby z organizacji mogą teraz łączyć swoje kalendarze. Możesz zamknąć tę stronę.',
  adminNotDone: 'Nie zatwierdzono',
  adminNotDoneNote: 'Niczego nie zmieniono. Możesz zamknąć tę stronę.',

  permissionTitle: (application) => `Czy zezwolić aplikacji ${application} na zmianę wszystkich wydarzeń?`,
  permissionAble: 'zmieniać i usuwać każde wydarzenie, także to, którego nie dodała, z wyjątkiem cyklicznych',
  permissionProve: 'Najpierw zaloguj się, aby pokazać, że te kalendarze należą do Ciebie.',
  permissionUser: (username) => `Jako ${username}, na serwerze kalendarza.`,
  permissionOtherBrowser: 'Kalendarz przechowuje sama ta usługa: otwórz link w przeglądarce, w której go połączono.',
  permissionOver: 'Ten link został już użyty albo ma ponad godzinę.',

  noApplications: 'Żadna aplikacja nie używa kalendarza połączonego w tej przeglądarce.',
  since: (account, day) => `${account}, od ${day}`,
  revokeAccess: (application) => `Cofnij dostęp aplikacji ${application}`,
  revokedTitle: (application) => `Aplikacja ${application} nie ma już dostępu`,
  revokedWhat: (profiles) =>
    `Te kalendarze nie są już dla niej odczytywane ani zmieniane: ${profiles}. Twoje hasła i tokeny zostały tu usunięte.`,
  revokedKept: (days) =>
    `To, co z nich odczytano, zostanie usunięte po ${days} dniach, chyba że połączysz je z aplikacją ponownie.`,
  revokedAtOnce: 'To, co z nich odczytano, jest teraz usuwane.',
  revokedBuiltIn: 'Kalendarze, które przechowuje sama ta usługa, pozostają do czasu usunięcia Twojego konta.',
  nothingChanged: 'Niczego nie zmieniono',
  formRejected: 'Ten formularz należy do innej przeglądarki albo został już użyty.',

  howStored: 'Jak to jest przechowywane',
  storedWhat: (application) =>
    `To, co aplikacja ${application} może widzieć w Twoich kalendarzach, jest kopiowane na ten serwer i na bieżąco aktualizowane.`,
  storedPasswords: (application) =>
    `Hasła i tokeny są przechowywane w postaci zaszyfrowanej i tylko na tym serwerze. Aplikacja ${application} nigdy ich nie otrzymuje.`,
  storedUntil: 'Gdy cofniesz dostęp, hasła i tokeny zostaną usunięte od razu, a kopia wkrótce potem.',
  privacy: (application) => `Prywatność w ${application}`,
  support: (application) => `Pomoc ${application}`,
  back: 'Wstecz',
  cancel: 'Anuluj',
  cancelTo: (application) => `Anuluj i wróć do aplikacji ${application}`,
  signInWith: (provider) => `Zaloguj się przez ${provider}`,
  otherCalendars: 'Inne kalendarze',
  knownAs: (name) => `Połączono jako ${name}.`,
  notYou: 'To nie Ty?',
  endsOn: (day) =>
    `To połączenie kończy się ${day}, ponieważ dostawca ogranicza jego czas. Połącz kalendarz ponownie przed tym terminem.`,
  beingRead: 'Twoje kalendarze są właśnie odczytywane. Pojawią się tu, gdy tylko będą gotowe.',
  rights: {
    reads: 'Widzieć',
    freeBusy: 'Widzieć, kiedy masz czas wolny lub zajęty',
    freeBusyNote: 'tylko godziny, bez tytułów i innych szczegółów',
    changes: 'Zmieniać',
  },
  appPasswordWhat:
    'Hasło do aplikacji to drugie hasło, przeznaczone dla jednego programu. Możesz je w każdej chwili usunąć, a Twoje własne hasło zostaje u Ciebie.',
  appPasswordMake: (provider) => `Utwórz je w ${provider}`,
  appPasswordAlways: (provider) =>
    `${provider} dopuszcza inne programy tylko z hasłem do aplikacji, a nie z Twoim własnym hasłem.`,
  appPasswordTwoFactor: (provider) =>
    `Jeśli logujesz się w ${provider} dwuetapowo, potrzebujesz tu hasła do aplikacji.`,
  appPasswordOwnServer: 'Utwórz je w ustawieniach bezpieczeństwa swojego serwera.',
  anyAppPassword: 'Hasło do aplikacji',
  plainPassword: 'Hasło',
  connectService: (name) => `Połącz ${name}`,
  calendarAddress: 'Adres kalendarza (https lub webcal)',
  addressStays: (application) =>
    `Dla aplikacji ${application}. Często tylko adres chroni kalendarz: jest przechowywany w postaci zaszyfrowanej na tym serwerze; ${application} nigdy go nie widzi.`,
  notPublished: 'Pod tym adresem nie ma opublikowanego kalendarza albo nie jest już publikowany.',
  anotherPublished: 'To adres innego kalendarza. Nic nie zmieniono.',
  passwordStays: (application) =>
    `Dla aplikacji ${application}. Hasło jest przechowywane na tym serwerze w postaci zaszyfrowanej; ${application} nigdy go nie widzi.`,
  allowedAlready: 'Zgoda została już udzielona',
  allowedAlreadyNote: (application) =>
    `Aplikacja ${application} otrzymała Twoją odpowiedź. Nie trzeba tu już nic robić.`,
  declinedAlready: 'Odmowa została już zapisana',
  declinedAlreadyNote: (application) =>
    `Niczego nie połączono. Jeśli zmieniasz zdanie, zacznij od nowa w aplikacji ${application}.`,
  stepOver: 'Ta strona jest już nieaktualna',
  stepOverNote: (application) =>
    `Ciąg dalszy nastąpił w innej karcie albo minęło ponad pół godziny. Zacznij od nowa w aplikacji ${application}.`,
  continueIn: (application) => `Przejdź do aplikacji ${application}`,
  pageMissing: 'Nie ma tu żadnej strony',
  pageMissingNote: 'Sprawdź adres albo wróć do strony, z której przychodzisz.',
  notDirect: 'Tej strony nie można otworzyć bezpośrednio',
  notDirectNote: 'To jeden z kilku kroków. Wróć do aplikacji, z której przychodzisz, i zacznij od nowa.',
  requestFailed: 'Coś poszło nie tak',
  requestFailedNote: 'Błąd został zapisany. Spróbuj ponownie za chwilę.',
  requestRefused: 'Nie udało się obsłużyć tego żądania',
  tooManyTitle: 'Odczekaj chwilę',
  permissionChoose: 'Wybierz kalendarze',
  permissionNone: 'Wybierz co najmniej jeden kalendarz albo odmów.',
  revokeElsewhere: 'Połączono w innej przeglądarce?',
  revokeElsewhereNote:
    'Zaloguj się na konto, którego kalendarz został połączony. Ta strona pokaże wtedy aplikacje, które go używają.',
  revokeNone: (provider) => `Żadna aplikacja nie używa tu kalendarza z tego konta ${provider}.`,
  revokeLinkOver: 'Ten link jest zbyt stary albo niepełny. Otwórz swoje połączenia w aplikacji jeszcze raz.',
};
