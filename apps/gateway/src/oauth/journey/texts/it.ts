import type { Texts } from './texts.js';

export const it: Texts = {
  lang: 'it',
  dir: 'ltr',
  didNotWork: 'Non ha funzionato.',
  notPossible: 'Non possibile',
  linkBroken: 'Questo link non funziona',
  goBack: 'Torni all’applicazione e riprovi; se non basta, si rivolga a chi la sviluppa.',
  unknownApplication: 'L’applicazione da cui proviene è sconosciuta.',
  unregisteredAddress: 'L’applicazione non ha registrato l’indirizzo di ritorno.',
  stepLost: 'Questo passaggio appartiene a un altro browser, oppure è durato più di mezz’ora.',
  answerRejected:
    'Questa risposta è già stata usata, appartiene a un altro browser oppure è arrivata dopo più di un quarto d’ora.',
  notOffered: (provider) => `I calendari di ${provider} non sono disponibili qui.`,
  tooManyTries: 'Sono state provate troppe password sbagliate. Aspetti un minuto e riprovi.',
  tooManyRequests: 'Dal Suo indirizzo sono arrivate troppe richieste. Aspetti un po’ e riprovi.',
  unusable: 'Il testo è troppo lungo o contiene caratteri che non si possono usare.',

  connectCalendar: 'Collegare un calendario',
  connectTo: (application) => `Collegare un calendario a ${application}`,
  addedTo: (account) => `Il calendario viene aggiunto all’account di ${account}.`,
  addedToWhy: 'Se non è Lei, chiuda questa pagina: chi usa quell’account vedrebbe il Suo calendario.',
  connectedAlready: 'Già collegati',
  whichCalendar: 'Quale calendario?',
  theConnected: 'I calendari già collegati',
  theConnectedNote: 'Niente di nuovo da collegare',
  builtIn: 'Un nuovo calendario qui',
  builtInName: 'Calendario',
  timeZone: 'Il Suo fuso orario',
  continue: 'Continua',
  appPasswordHelp:
    'Apple accetta altri programmi solo con una password specifica per le app: ne crei una su account.apple.com, in «Accesso e sicurezza».',
  serverAddress: 'Indirizzo del server',
  appleAccount: 'Indirizzo e-mail dell’Apple Account',
  userName: 'Nome utente',
  appPassword: 'Password specifica per le app',
  password: 'Password (una password per app, se il server le prevede)',
  notAtIcloud: 'Il calendario non è su iCloud',
  fillEachField: 'Compili ogni campo; l’indirizzo comincia con https://',
  connect: 'Collega',

  refusals: {
    'address-refused': 'Questo indirizzo non può essere collegato da qui.',
    'address-unreachable': 'Il server non è raggiungibile in questo momento.',
    'authentication-failed':
      'Il server non ha accettato il nome utente e la password. Apple, Nextcloud, Fastmail, GMX, Yahoo e Zoho richiedono spesso una password per app.',
    'not-a-caldav-server': 'A questo indirizzo non sono stati trovati calendari (CalDAV).',
    'connected-elsewhere': 'Questo calendario appartiene già a un altro account dell’applicazione.',
    'identity-not-proved':
      'Questo server non verifica le password oppure non indica di chi sono i calendari; non può essere collegato.',
    'another-user': 'Il server indica un utente diverso da prima. Non è stato cambiato nulla.',
    'unknown-profile': 'Questo calendario qui non è più noto.',
  },

  /** Where a provider issues app passwords, by the provider (`appPasswordIssuers`). */
  appPasswords: {
    apple:
      'Apple accetta solo password specifiche per le app: ne crei una su account.apple.com, in «Accesso e sicurezza».',
    fastmail:
      'Fastmail accetta solo password per app: ne crei una nelle sue impostazioni, in «Privacy & Security», «App passwords».',
    gmx: 'Con l’autenticazione a due fattori questo provider accetta solo password per app: ne crei una nelle impostazioni di sicurezza dell’account.',
    nextcloud:
      'Con l’autenticazione a due fattori Nextcloud accetta solo password per app: ne crei una nelle impostazioni personali, in «Sicurezza», «Dispositivi e sessioni».',
    yahoo: 'Yahoo accetta solo password per app: ne crei una su login.yahoo.com, in «Sicurezza».',
    zoho: 'Con l’autenticazione a due fattori Zoho accetta solo password per app: ne crei una su accounts.zoho.com, in «Security», «App Passwords».',
  },

  allowAccess: 'Consentire l’accesso',
  allowTitle: (application) => `Consentire a ${application} di usare i Suoi calendari?`,
  ableTo: 'L’applicazione potrà',
  inCalendars: 'In questi calendari',
  youReturnTo: (host) => `Tornerà a ${host}. Può revocare il consenso in qualsiasi momento in`,
  connectedApplications: 'Applicazioni collegate',
  allow: 'Consenti',
  deny: 'Rifiuta',
  calendarsOf: (profile) => `I calendari di ${profile}`,
  scopes: {
    create_calendar: 'creare calendari',
    read_events: 'i Suoi eventi (con titoli, luoghi e partecipanti)',
    create_event: 'aggiungere eventi e modificare quelli che ha aggiunto',
    delete_event: 'eliminare gli eventi che ha aggiunto',
    read_free_busy: 'quando è libero o occupato',
    change_participation_status: 'accettare o rifiutare inviti per Lei',
    event_reminders: 'impostare promemoria per i propri eventi',
    read_account: 'il Suo nome e il Suo indirizzo e-mail',
    list_calendars: 'i nomi dei Suoi calendari',
  },

  elsewhere: 'Collegato altrove',
  elsewhereTitle: (email) => `${email} è già collegato`,
  elsewhereWhy: (provider, application) =>
    `Questo account ${provider} appartiene a un altro account di ${application}. Non è stato cambiato nulla.`,
  elsewhereHelp: (application) =>
    `Un calendario può stare in un solo account di un’applicazione. Ne scelga un altro, oppure torni indietro e acceda a ${application} con l’account che lo ha.`,
  chooseAnother: 'Scegli un altro calendario',
  backTo: (application) => `Torna a ${application}`,

  relinkTitle: (profile) => `Ricollegare ${profile}`,
  relinkWhy: (application) =>
    `${application} non può più leggere né modificare questo calendario. Lo ricolleghi, e tutto riprenderà da dove si era fermato.`,
  relinkAt: (provider, email) => `Accederà a ${provider} come ${email}.`,
  relinkUser: (username) => `Server e nome utente restano gli stessi: ${username}.`,
  relinkDone: 'Ricollegato',
  relinkDoneNote: (application) => `${application} può di nuovo usare il calendario. Può chiudere questa pagina.`,
  relinkNotNeeded: 'Questo calendario è collegato',
  relinkNotNeededNote: 'Non c’è nulla da fare. Può chiudere questa pagina.',
  relinkOwn: 'Questo calendario è stato scollegato nell’applicazione. Colleghi di nuovo un calendario da lì.',
  relinkOther: (provider, email) => `${email} è un altro account ${provider}. Non è stato cambiato nulla.`,
  relinkFailed: (provider) => `${provider} non ha concesso l’accesso. Non è stato cambiato nulla.`,
  relinkAway:
    'Il calendario non può essere collegato in questo momento. Non è stato cambiato nulla; riprovi un po’ più tardi.',

  signInProblem: 'L’accesso non è riuscito',
  signInAgain: 'Accedi di nuovo',
  adminTitle: 'Prima deve approvare un amministratore',
  adminIfYou: 'Se è Lei l’amministratore:',
  adminApprove: 'Approva per la mia organizzazione',
  adminForward: 'Altrimenti inoltri questo al Suo amministratore:',
  adminThen: 'Dopo l’approvazione, continui qui:',
  adminDone: 'Approvato',
  adminDoneNote: 'Le persone dell’organizzazione ora possono collegare i propri calendari. Può chiudere questa pagina.',
  adminNotDone: 'Non approvato',
  adminNotDoneNote: 'Non è stato cambiato nulla. Può chiudere questa pagina.',

  permissionTitle: (application) => `Consentire a ${application} di modificare tutti gli eventi?`,
  permissionAble:
    'modificare ed eliminare qualsiasi evento, anche quelli che non ha aggiunto, tranne quelli ricorrenti',
  permissionProve: 'Prima acceda, per dimostrare che questi calendari sono Suoi.',
  permissionUser: (username) => `Come ${username}, sul server del calendario.`,
  permissionOtherBrowser: 'Questo servizio conserva il calendario: apra il link nel browser in cui lo ha collegato.',
  permissionOver: 'Questo link è già stato usato oppure ha più di un’ora.',

  noApplications: 'Nessuna applicazione usa un calendario collegato in questo browser.',
  since: (account, day) => `${account}, dal ${day}`,
  revokeAccess: (application) => `Revoca l’accesso di ${application}`,
  revokedTitle: (application) => `${application} non ha più accesso`,
  revokedWhat: (profiles) =>
    `Questi calendari non vengono più letti né modificati per l’applicazione: ${profiles}. Le password e i token sono stati cancellati qui.`,
  revokedKept: (days) =>
    `Ciò che ne è stato letto viene cancellato dopo ${days} giorni, a meno che non li ricolleghi all’applicazione.`,
  revokedAtOnce: 'Ciò che ne è stato letto viene cancellato adesso.',
  revokedBuiltIn: 'I calendari conservati da questo servizio restano finché il Suo account non viene eliminato.',
  nothingChanged: 'Non è stato cambiato nulla',
  formRejected: 'Questo modulo appartiene a un altro browser oppure è già stato usato.',

  howStored: 'Come vengono conservati i dati',
  storedWhat: (application) =>
    `Ciò che ${application} può vedere dei Suoi calendari viene copiato su questo server e tenuto aggiornato.`,
  storedPasswords: (application) =>
    `Password e token sono conservati cifrati e solo su questo server. ${application} non li riceve mai.`,
  storedUntil: 'Se revoca l’accesso, password e token vengono cancellati subito, e la copia poco dopo.',
  privacy: (application) => `Privacy di ${application}`,
  support: (application) => `Assistenza di ${application}`,
  back: 'Indietro',
  cancel: 'Annulla',
  cancelTo: (application) => `Annulla e torna a ${application}`,
  signInWith: (provider) => `Accedi con ${provider}`,
  otherCalendars: 'Altri calendari',
  knownAs: (name) => `È collegato come ${name}.`,
  notYou: 'Non è Lei?',
  endsOn: (day) =>
    `Questo collegamento termina il ${day}, perché il provider lo limita. Colleghi di nuovo il calendario entro quella data.`,
  beingRead: 'I Suoi calendari sono in lettura. Appariranno qui appena saranno pronti.',
  rights: {
    reads: 'Vedere',
    freeBusy: 'Vedere quando è libero o occupato',
    freeBusyNote: 'solo gli orari, senza titoli né altri dettagli',
    changes: 'Modificare',
  },
  appPasswordWhat:
    'Una password per app è una seconda password per un solo programma. Può eliminarla in qualsiasi momento, e la Sua password resta a Lei.',
  appPasswordMake: (provider) => `Creane una su ${provider}`,
  appPasswordAlways: (provider) =>
    `${provider} accetta altri programmi solo con una password per app, non con la Sua password.`,
  appPasswordTwoFactor: (provider) => `Se accede a ${provider} con due fattori, qui Le serve una password per app.`,
  appPasswordOwnServer: 'Ne crei una nelle impostazioni di sicurezza del Suo server.',
  anyAppPassword: 'Password per app',
  plainPassword: 'Password',
  connectService: (name) => `Collegare ${name}`,
  calendarAddress: 'Indirizzo del calendario (https o webcal)',
  addressStays: (application) =>
    `Per ${application}. Spesso solo l’indirizzo protegge il calendario: viene conservato cifrato su questo server; ${application} non lo vede mai.`,
  notPublished: 'A questo indirizzo non c’è alcun calendario pubblicato, o non è più pubblicato.',
  anotherPublished: 'Questo è l’indirizzo di un altro calendario. Non è stato modificato nulla.',
  passwordStays: (application) =>
    `Per ${application}. La password viene conservata cifrata su questo server; ${application} non la vede mai.`,
  allowedAlready: 'Ha già dato il consenso',
  allowedAlreadyNote: (application) => `${application} ha ricevuto la Sua risposta. Qui non c’è altro da fare.`,
  declinedAlready: 'Ha già rifiutato',
  declinedAlreadyNote: (application) =>
    `Non è stato collegato nulla. Se ha cambiato idea, ricominci da ${application}.`,
  stepOver: 'Questa pagina non è più attuale',
  stepOverNote: (application) =>
    `Ha continuato in un’altra scheda, oppure è passata più di mezz’ora. Ricominci da ${application}.`,
  continueIn: (application) => `Continua su ${application}`,
  pageMissing: 'Qui non c’è nessuna pagina',
  pageMissingNote: 'Controlli l’indirizzo, oppure torni alla pagina da cui proviene.',
  notDirect: 'Questa pagina non si può aprire direttamente',
  notDirectNote: 'È un passaggio tra altri. Torni all’applicazione da cui proviene e ricominci.',
  requestFailed: 'Qui qualcosa è andato storto',
  requestFailedNote: 'L’errore è stato registrato. Riprovi tra un momento.',
  requestRefused: 'Non è stato possibile elaborare questa richiesta',
  tooManyTitle: 'Aspetti un momento',
  permissionChoose: 'Scelga i calendari',
  permissionNone: 'Scelga almeno un calendario, oppure rifiuti la richiesta.',
  revokeElsewhere: 'Collegato in un altro browser?',
  revokeElsewhereNote:
    'Acceda con l’account di cui ha collegato il calendario. Questa pagina mostrerà le applicazioni che lo usano.',
  revokeNone: (provider) => `Qui nessuna applicazione usa un calendario di questo account ${provider}.`,
  revokeLinkOver: 'Questo link è troppo vecchio o incompleto. Apra di nuovo i Suoi collegamenti nell’applicazione.',
};
