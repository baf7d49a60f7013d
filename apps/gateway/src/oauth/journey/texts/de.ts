import type { Texts } from './texts.js';

export const de: Texts = {
  lang: 'de',
  dir: 'ltr',
  didNotWork: 'Das hat nicht geklappt.',
  notPossible: 'Nicht möglich',
  linkBroken: 'Dieser Link funktioniert nicht',
  goBack:
    'Gehen Sie zurück zur Anwendung und versuchen Sie es noch einmal; hilft das nicht, sagen Sie es ihrem Anbieter.',
  unknownApplication: 'Die Anwendung, von der Sie kommen, ist unbekannt.',
  unregisteredAddress: 'Die Rücksprungadresse gehört nicht zu denen, die die Anwendung hinterlegt hat.',
  stepLost: 'Dieser Schritt gehört zu einem anderen Browser oder hat länger als eine halbe Stunde gedauert.',
  answerRejected:
    'Diese Antwort wurde schon verwendet, gehört zu einem anderen Browser oder kam später als nach einer Viertelstunde.',
  notOffered: (provider) => `Kalender von ${provider} werden hier nicht angeboten.`,
  tooManyTries:
    'Es wurden zu viele falsche Passwörter versucht. Warten Sie eine Minute und versuchen Sie es dann erneut.',
  tooManyRequests: 'Von Ihrer Adresse kamen zu viele Anfragen. Warten Sie etwas und versuchen Sie es dann noch einmal.',
  unusable: 'Die Eingabe ist zu lang oder enthält Zeichen, die nicht verwendet werden können.',

  connectCalendar: 'Kalender verbinden',
  connectTo: (application) => `Einen Kalender mit ${application} verbinden`,
  addedTo: (account) => `Der Kalender kommt zum Konto von ${account}.`,
  addedToWhy:
    'Wenn Sie das nicht sind, schließen Sie diese Seite: Wer dieses Konto benutzt, würde Ihren Kalender sehen.',
  connectedAlready: 'Schon verbunden',
  whichCalendar: 'Welcher Kalender?',
  theConnected: 'Die schon verbundenen Kalender',
  theConnectedNote: 'Nichts Neues verbinden',
  builtIn: 'Ein neuer Kalender hier',
  builtInName: 'Kalender',
  timeZone: 'Ihre Zeitzone',
  continue: 'Weiter',
  appPasswordHelp:
    'Apple lässt andere Programme nur mit einem app-spezifischen Passwort zu: Erstellen Sie eines auf account.apple.com unter „Anmelden und Sicherheit“.',
  serverAddress: 'Serveradresse',
  appleAccount: 'E-Mail-Adresse des Apple Account',
  userName: 'Benutzername',
  appPassword: 'App-spezifisches Passwort',
  password: 'Passwort (ein App-Passwort, wo der Server solche kennt)',
  notAtIcloud: 'Der Kalender liegt nicht bei iCloud',
  fillEachField: 'Füllen Sie jedes Feld aus; die Adresse beginnt mit https://',
  connect: 'Verbinden',

  refusals: {
    'address-refused': 'Diese Adresse kann von hier aus nicht verbunden werden.',
    'address-unreachable': 'Der Server ist gerade nicht erreichbar.',
    'authentication-failed':
      'Der Server hat Benutzername und Passwort nicht angenommen. Apple, Nextcloud, Fastmail, GMX, Yahoo und Zoho verlangen oft ein App-Passwort.',
    'not-a-caldav-server': 'Unter dieser Adresse wurden keine Kalender (CalDAV) gefunden.',
    'connected-elsewhere': 'Dieser Kalender gehört schon zu einem anderen Konto der Anwendung.',
    'identity-not-proved':
      'Dieser Server prüft keine Passwörter oder sagt nicht, wessen Kalender das sind; er kann nicht verbunden werden.',
    'another-user': 'Der Server sagt, dass dies ein anderer Benutzer ist als vorher. Es wurde nichts geändert.',
    'unknown-profile': 'Dieser Kalender ist hier nicht mehr bekannt.',
  },

  /** Where a provider issues app passwords, by the provider (`appPasswordIssuers`). */
  appPasswords: {
    apple:
      'Apple akzeptiert nur app-spezifische Passwörter: Erstellen Sie eines auf account.apple.com unter „Anmelden und Sicherheit“.',
    fastmail:
      'Fastmail akzeptiert nur App-Passwörter: Erstellen Sie eines in den Einstellungen von Fastmail, unter „Privacy & Security“, „App passwords“.',
    gmx: 'Bei Zwei-Faktor-Authentifizierung akzeptiert dieser Anbieter nur anwendungsspezifische Passwörter: Erstellen Sie eines in den Sicherheitseinstellungen des Kontos.',
    nextcloud:
      'Bei Zwei-Faktor-Authentifizierung akzeptiert Nextcloud nur App-Passwörter: Erstellen Sie eines in den persönlichen Einstellungen unter „Sicherheit“, „Geräte & Sitzungen“.',
    yahoo: 'Yahoo akzeptiert nur App-Passwörter: Erstellen Sie eines auf login.yahoo.com unter „Sicherheit“.',
    zoho: 'Bei Zwei-Faktor-Authentifizierung akzeptiert Zoho nur App-Passwörter: Erstellen Sie eines auf accounts.zoho.com unter „Security“, „App Passwords“.',
  },

  allowAccess: 'Zugriff erlauben',
  allowTitle: (application) => `Darf ${application} Ihre Kalender verwenden?`,
  ableTo: 'Die Anwendung kann dann',
  inCalendars: 'In diesen Kalendern',
  youReturnTo: (host) => `Sie kehren zu ${host} zurück. Widerrufen können Sie das jederzeit unter`,
  connectedApplications: 'Verbundene Anwendungen',
  allow: 'Erlauben',
  deny: 'Ablehnen',
  calendarsOf: (profile) => `Die Kalender von ${profile}`,
  scopes: {
    create_calendar: 'Kalender anlegen',
    read_events: 'Ihre Termine (mit Titel, Ort und Teilnehmenden)',
    create_event: 'Termine eintragen und die eigenen Einträge ändern',
    delete_event: 'die eigenen Einträge löschen',
    read_free_busy: 'wann Sie frei oder belegt sind',
    change_participation_status: 'Einladungen für Sie annehmen oder ablehnen',
    event_reminders: 'an die eigenen Einträge erinnern',
    read_account: 'Ihren Namen und Ihre E-Mail-Adresse',
    list_calendars: 'die Namen Ihrer Kalender',
  },

  elsewhere: 'Anderswo verbunden',
  elsewhereTitle: (email) => `${email} ist schon verbunden`,
  elsewhereWhy: (provider, application) =>
    `Dieses ${provider}-Konto gehört zu einem anderen Konto bei ${application}. Es wurde nichts geändert.`,
  elsewhereHelp: (application) =>
    `Ein Kalender kann nur in einem Konto einer Anwendung sein. Wählen Sie einen anderen, oder gehen Sie zurück und melden Sie sich bei ${application} mit dem Konto an, das ihn hat.`,
  chooseAnother: 'Einen anderen Kalender wählen',
  backTo: (application) => `Zurück zu ${application}`,

  relinkTitle: (profile) => `${profile} wieder verbinden`,
  relinkWhy: (application) =>
    `${application} kann diesen Kalender nicht mehr lesen oder ändern. Verbinden Sie ihn wieder, dann geht alles dort weiter, wo es stehen blieb.`,
  relinkAt: (provider, email) => `Sie melden sich bei ${provider} an, als ${email}.`,
  relinkUser: (username) => `Server und Benutzername bleiben, wie sie sind: ${username}.`,
  relinkDone: 'Wieder verbunden',
  relinkDoneNote: (application) =>
    `${application} kann den Kalender wieder verwenden. Sie können diese Seite schließen.`,
  relinkNotNeeded: 'Dieser Kalender ist verbunden',
  relinkNotNeededNote: 'Es ist nichts zu tun. Sie können diese Seite schließen.',
  relinkOwn: 'Dieser Kalender wurde in der Anwendung getrennt. Verbinden Sie dort wieder einen Kalender.',
  relinkOther: (provider, email) => `${email} ist ein anderes ${provider}-Konto. Es wurde nichts geändert.`,
  relinkFailed: (provider) => `${provider} hat uns nicht hineingelassen. Es wurde nichts geändert.`,
  relinkAway:
    'Der Kalender kann gerade nicht verbunden werden. Es wurde nichts geändert; versuchen Sie es etwas später erneut.',

  signInProblem: 'Die Anmeldung ist nicht gelungen',
  signInAgain: 'Noch einmal anmelden',
  adminTitle: 'Erst muss die Administration zustimmen',
  adminIfYou: 'Wenn Sie dort selbst administrieren:',
  adminApprove: 'Für meine Organisation zustimmen',
  adminForward: 'Sonst leiten Sie dies an Ihre Administration weiter:',
  adminThen: 'Nach der Zustimmung geht es hier weiter:',
  adminDone: 'Zugestimmt',
  adminDoneNote:
    'Die Mitglieder der Organisation können ihre Kalender jetzt verbinden. Sie können diese Seite schließen.',
  adminNotDone: 'Nicht zugestimmt',
  adminNotDoneNote: 'Es wurde nichts geändert. Sie können diese Seite schließen.',

  permissionTitle: (application) => `Darf ${application} alle Termine ändern?`,
  permissionAble: 'jeden Termin ändern und löschen, auch solche, die sie nicht angelegt hat, außer Serien',
  permissionProve: 'Melden Sie sich zuerst an, um zu zeigen, dass die Kalender Ihnen gehören.',
  permissionUser: (username) => `Als ${username}, am Server des Kalenders.`,
  permissionOtherBrowser:
    'Dieser Dienst speichert den Kalender selbst: Öffnen Sie den Link in dem Browser, in dem Sie ihn verbunden haben.',
  permissionOver: 'Dieser Link wurde schon benutzt oder ist älter als eine Stunde.',

  noApplications: 'Keine Anwendung verwendet einen Kalender, der in diesem Browser verbunden wurde.',
  since: (account, day) => `${account}, seit ${day}`,
  revokeAccess: (application) => `Zugriff von ${application} widerrufen`,
  revokedTitle: (application) => `${application} hat keinen Zugriff mehr`,
  revokedWhat: (profiles) =>
    `Diese Kalender werden dafür nicht mehr gelesen oder geändert: ${profiles}. Ihre Passwörter und Token dafür sind hier gelöscht.`,
  revokedKept: (days) =>
    `Was daraus gelesen wurde, wird nach ${days} Tagen gelöscht, außer Sie verbinden sie wieder mit der Anwendung.`,
  revokedAtOnce: 'Was daraus gelesen wurde, wird jetzt gelöscht.',
  revokedBuiltIn: 'Kalender, die dieser Dienst selbst speichert, bleiben, bis Ihr Konto gelöscht wird.',
  nothingChanged: 'Es wurde nichts geändert',
  formRejected: 'Dieses Formular gehört zu einem anderen Browser oder wurde schon verwendet.',

  howStored: 'Wie das gespeichert wird',
  storedWhat: (application) =>
    `Was ${application} von Ihren Kalendern sehen darf, wird auf diesen Server kopiert und aktuell gehalten.`,
  storedPasswords: (application) =>
    `Passwörter und Token werden verschlüsselt und nur auf diesem Server gespeichert. ${application} erhält sie nie.`,
  storedUntil: 'Wenn Sie den Zugriff widerrufen, werden Passwörter und Token sofort gelöscht, die Kopie kurz danach.',
  privacy: (application) => `Datenschutz bei ${application}`,
  support: (application) => `Hilfe von ${application}`,
  back: 'Zurück',
  cancel: 'Abbrechen',
  cancelTo: (application) => `Abbrechen und zu ${application} zurückkehren`,
  signInWith: (provider) => `Über ${provider} anmelden`,
  otherCalendars: 'Andere Kalender',
  knownAs: (name) => `Sie sind verbunden als ${name}.`,
  notYou: 'Das sind nicht Sie?',
  endsOn: (day) =>
    `Diese Verbindung endet am ${day}, weil der Anbieter sie befristet. Verbinden Sie den Kalender bis dahin erneut.`,
  beingRead: 'Ihre Kalender werden gerade gelesen. Sie erscheinen hier, sobald sie da sind.',
  rights: {
    reads: 'Sehen',
    freeBusy: 'Sehen, wann Sie frei oder belegt sind',
    freeBusyNote: 'nur die Zeiten, ohne Titel und andere Einzelheiten',
    changes: 'Ändern',
  },
  appPasswordWhat:
    'Ein App-Passwort ist ein zweites Passwort für ein einzelnes Programm. Sie können es jederzeit löschen, und Ihr eigenes Passwort bleibt bei Ihnen.',
  appPasswordMake: (provider) => `Bei ${provider} eines erstellen`,
  appPasswordAlways: (provider) =>
    `${provider} lässt andere Programme nur mit einem App-Passwort zu, nicht mit Ihrem eigenen Passwort.`,
  appPasswordTwoFactor: (provider) =>
    `Wenn Sie sich bei ${provider} mit zwei Faktoren anmelden, brauchen Sie hier ein App-Passwort.`,
  appPasswordOwnServer: 'Erstellen Sie eines in den Sicherheitseinstellungen Ihres Servers.',
  anyAppPassword: 'App-Passwort',
  plainPassword: 'Passwort',
  connectService: (name) => `${name} verbinden`,
  calendarAddress: 'Adresse des Kalenders (https oder webcal)',
  addressStays: (application) =>
    `Für ${application}. Oft schützt nur die Adresse den Kalender: Sie wird verschlüsselt auf diesem Server gespeichert; ${application} bekommt sie nie zu sehen.`,
  notPublished: 'Unter dieser Adresse ist kein Kalender veröffentlicht, oder er wird nicht mehr veröffentlicht.',
  anotherPublished: 'Das ist die Adresse eines anderen Kalenders. Es wurde nichts geändert.',
  passwordStays: (application) =>
    `Für ${application}. Das Passwort wird verschlüsselt auf diesem Server gespeichert; ${application} sieht es nie.`,
  allowedAlready: 'Das haben Sie schon erlaubt',
  allowedAlreadyNote: (application) => `${application} hat Ihre Antwort erhalten. Hier ist nichts mehr zu tun.`,
  declinedAlready: 'Das haben Sie schon abgelehnt',
  declinedAlreadyNote: (application) =>
    `Es wurde nichts verbunden. Wenn Sie es sich anders überlegt haben, beginnen Sie in ${application} noch einmal.`,
  stepOver: 'Diese Seite ist nicht mehr aktuell',
  stepOverNote: (application) =>
    `Sie haben in einem anderen Tab weitergemacht, oder es hat länger als eine halbe Stunde gedauert. Beginnen Sie in ${application} noch einmal.`,
  continueIn: (application) => `Weiter zu ${application}`,
  pageMissing: 'Hier ist keine Seite',
  pageMissingNote: 'Prüfen Sie die Adresse, oder gehen Sie zurück zu der Seite, von der Sie kommen.',
  notDirect: 'Diese Seite lässt sich nicht direkt öffnen',
  notDirectNote:
    'Sie ist einer von mehreren Schritten. Gehen Sie zurück zur Anwendung, von der Sie kommen, und beginnen Sie noch einmal.',
  requestFailed: 'Hier ist etwas schiefgegangen',
  requestFailedNote: 'Der Fehler wurde aufgezeichnet. Versuchen Sie es gleich noch einmal.',
  requestRefused: 'Diese Anfrage konnte nicht bearbeitet werden',
  tooManyTitle: 'Bitte warten Sie einen Moment',
  permissionChoose: 'Wählen Sie die Kalender',
  permissionNone: 'Wählen Sie mindestens einen Kalender, oder lehnen Sie ab.',
  revokeElsewhere: 'In einem anderen Browser verbunden?',
  revokeElsewhereNote:
    'Melden Sie sich mit dem Konto an, dessen Kalender Sie verbunden haben. Dann stehen hier die Anwendungen, die ihn verwenden.',
  revokeNone: (provider) => `Keine Anwendung verwendet hier einen Kalender dieses ${provider}-Kontos.`,
  revokeLinkOver:
    'Dieser Link ist zu alt oder unvollständig. Öffnen Sie Ihre Verbindungen in der Anwendung noch einmal.',
};
