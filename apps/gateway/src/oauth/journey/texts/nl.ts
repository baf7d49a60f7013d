import type { Texts } from './texts.js';

export const nl: Texts = {
  lang: 'nl',
  dir: 'ltr',
  didNotWork: 'Dat is niet gelukt.',
  notPossible: 'Niet mogelijk',
  linkBroken: 'Deze link werkt niet',
  goBack:
    'Ga terug naar de applicatie en probeer het opnieuw; helpt dat niet, neem dan contact op met de makers ervan.',
  unknownApplication: 'De applicatie waar u vandaan komt, is onbekend.',
  unregisteredAddress: 'De applicatie heeft het terugkeeradres niet geregistreerd.',
  stepLost: 'Deze stap hoort bij een andere browser of heeft langer dan een half uur geduurd.',
  answerRejected: 'Dit antwoord is al gebruikt, hoort bij een andere browser of kwam na meer dan een kwartier binnen.',
  notOffered: (provider) => `Agenda’s van ${provider} worden hier niet aangeboden.`,
  tooManyTries: 'Er zijn te veel verkeerde wachtwoorden geprobeerd. Wacht een minuut en probeer het opnieuw.',
  tooManyRequests: 'Er kwamen te veel verzoeken van uw adres. Wacht even en probeer het opnieuw.',
  unusable: 'De invoer is te lang of bevat tekens die niet kunnen worden gebruikt.',

  connectCalendar: 'Een agenda koppelen',
  connectTo: (application) => `Een agenda koppelen aan ${application}`,
  addedTo: (account) => `De agenda wordt toegevoegd aan het account van ${account}.`,
  addedToWhy: 'Bent u dat niet, sluit dan deze pagina: wie dat account gebruikt, zou uw agenda zien.',
  connectedAlready: 'Al gekoppeld',
  whichCalendar: 'Welke agenda?',
  theConnected: 'De agenda’s die al gekoppeld zijn',
  theConnectedNote: 'Niets nieuws koppelen',
  builtIn: 'Een nieuwe agenda hier',
  builtInName: 'Agenda',
  timeZone: 'Uw tijdzone',
  continue: 'Doorgaan',
  appPasswordHelp:
    'Apple laat andere programma’s alleen toe met een appspecifiek wachtwoord: maak er een aan op account.apple.com, onder ‘Inloggen en beveiliging’.',
  serverAddress: 'Serveradres',
  appleAccount: 'E-mailadres van het Apple Account',
  userName: 'Gebruikersnaam',
  appPassword: 'Appspecifiek wachtwoord',
  password: 'Wachtwoord (een app-wachtwoord als de server dat kent)',
  notAtIcloud: 'De agenda staat niet in iCloud',
  fillEachField: 'Vul elk veld in; het adres begint met https://',
  connect: 'Koppelen',

  refusals: {
    'address-refused': 'Dit adres kan van hieruit niet worden gekoppeld.',
    'address-unreachable': 'De server is op dit moment niet bereikbaar.',
    'authentication-failed':
      'De server heeft de gebruikersnaam en het wachtwoord niet geaccepteerd. Apple, Nextcloud, Fastmail, GMX, Yahoo en Zoho eisen vaak een app-wachtwoord.',
    'not-a-caldav-server': 'Op dit adres zijn geen agenda’s (CalDAV) gevonden.',
    'connected-elsewhere': 'Deze agenda hoort al bij een ander account van de applicatie.',
    'identity-not-proved':
      'Deze server controleert geen wachtwoorden of geeft niet aan van wie de agenda’s zijn; hij kan niet worden gekoppeld.',
    'another-user': 'De server meldt een andere gebruiker dan eerder. Er is niets gewijzigd.',
    'unknown-profile': 'Deze agenda is hier niet meer bekend.',
  },

  /** Where a provider issues app passwords, by the provider (`appPasswordIssuers`). */
  appPasswords: {
    apple:
      'Apple accepteert alleen appspecifieke wachtwoorden: maak er een aan op account.apple.com, onder ‘Inloggen en beveiliging’.',
    fastmail:
      'Fastmail accepteert alleen app-wachtwoorden: maak er een aan in de instellingen van Fastmail, onder ‘Privacy & Security’, ‘App passwords’.',
    gmx: 'Bij tweestapsverificatie accepteert deze aanbieder alleen app-wachtwoorden: maak er een aan in de beveiligingsinstellingen van het account.',
    nextcloud:
      'Bij tweestapsverificatie accepteert Nextcloud alleen app-wachtwoorden: maak er een aan in de persoonlijke instellingen, onder ‘Beveiliging’, ‘Apparaten & sessies’.',
    yahoo: 'Yahoo accepteert alleen app-wachtwoorden: maak er een aan op login.yahoo.com, onder ‘Beveiliging’.',
    zoho: 'Bij tweestapsverificatie accepteert Zoho alleen app-wachtwoorden: maak er een aan op accounts.zoho.com, onder ‘Security’, ‘App Passwords’.',
  },

  allowAccess: 'Toegang toestaan',
  allowTitle: (application) => `Mag ${application} uw agenda’s gebruiken?`,
  ableTo: 'De applicatie kan dan',
  inCalendars: 'In deze agenda’s',
  youReturnTo: (host) => `U keert terug naar ${host}. U kunt dit altijd intrekken onder`,
  connectedApplications: 'Gekoppelde applicaties',
  allow: 'Toestaan',
  deny: 'Weigeren',
  calendarsOf: (profile) => `De agenda’s van ${profile}`,
  scopes: {
    create_calendar: 'agenda’s aanmaken',
    read_events: 'uw afspraken (met titels, plaatsen en deelnemers)',
    create_event: 'afspraken toevoegen en de eigen toevoegingen wijzigen',
    delete_event: 'de eigen toevoegingen verwijderen',
    read_free_busy: 'wanneer u vrij of bezet bent',
    change_participation_status: 'uitnodigingen voor u aannemen of afslaan',
    event_reminders: 'herinneringen bij de eigen afspraken instellen',
    read_account: 'uw naam en e-mailadres',
    list_calendars: 'de namen van uw agenda’s',
  },

  elsewhere: 'Elders gekoppeld',
  elsewhereTitle: (email) => `${email} is al gekoppeld`,
  elsewhereWhy: (provider, application) =>
    `Dit ${provider}-account hoort bij een ander account van ${application}. Er is niets gewijzigd.`,
  elsewhereHelp: (application) =>
    `Een agenda kan maar in één account van een applicatie staan. Kies een andere, of ga terug en meld u bij ${application} aan met het account dat de agenda heeft.`,
  chooseAnother: 'Een andere agenda kiezen',
  backTo: (application) => `Terug naar ${application}`,

  relinkTitle: (profile) => `${profile} opnieuw koppelen`,
  relinkWhy: (application) =>
    `${application} kan deze agenda niet meer lezen of wijzigen. Koppel hem opnieuw, dan gaat alles verder waar het was gebleven.`,
  relinkAt: (provider, email) => `U meldt u aan bij ${provider}, als ${email}.`,
  relinkUser: (username) => `Server en gebruikersnaam blijven zoals ze zijn: ${username}.`,
  relinkDone: 'Opnieuw gekoppeld',
  relinkDoneNote: (application) => `${application} kan de agenda weer gebruiken. U kunt deze pagina sluiten.`,
  relinkNotNeeded: 'Deze agenda is gekoppeld',
  relinkNotNeededNote: 'Er is niets te doen. U kunt deze pagina sluiten.',
  relinkOwn: 'Deze agenda is in de applicatie losgekoppeld. Koppel daar opnieuw een agenda.',
  relinkOther: (provider, email) => `${email} is een ander ${provider}-account. Er is niets gewijzigd.`,
  relinkFailed: (provider) => `${provider} heeft geen toegang gegeven. Er is niets gewijzigd.`,
  relinkAway: 'De agenda kan nu niet worden gekoppeld. Er is niets gewijzigd; probeer het later nog eens.',

  signInProblem: 'Het aanmelden is niet gelukt',
  signInAgain: 'Opnieuw aanmelden',
  adminTitle: 'Eerst moet een beheerder toestemming geven',
  adminIfYou: 'Als u daar beheerder bent:',
  adminApprove: 'Toestaan voor mijn organisatie',
  adminForward: 'Zo niet, stuur dit dan door naar uw beheerder:',
  adminThen: 'Na de toestemming gaat u hier verder:',
  adminDone: 'Toegestaan',
  adminDoneNote: 'Mensen in de organisatie kunnen hun agenda’s nu koppelen. U kunt deze pagina sluiten.',
  adminNotDone: 'Niet toegestaan',
  adminNotDoneNote: 'Er is niets gewijzigd. U kunt deze pagina sluiten.',

  permissionTitle: (application) => `Mag ${application} alle afspraken wijzigen?`,
  permissionAble:
    'elke afspraak wijzigen en verwijderen, ook afspraken die de applicatie niet heeft toegevoegd, behalve terugkerende',
  permissionProve: 'Meld u eerst aan om te laten zien dat deze agenda’s van u zijn.',
  permissionUser: (username) => `Als ${username}, bij de server van de agenda.`,
  permissionOtherBrowser: 'Deze dienst bewaart de agenda zelf: open de link in de browser waarin u hem hebt gekoppeld.',
  permissionOver: 'Deze link is al gebruikt of is ouder dan een uur.',

  noApplications: 'Geen enkele applicatie gebruikt een agenda die in deze browser is gekoppeld.',
  since: (account, day) => `${account}, sinds ${day}`,
  revokeAccess: (application) => `Toegang van ${application} intrekken`,
  revokedTitle: (application) => `${application} heeft geen toegang meer`,
  revokedWhat: (profiles) =>
    `Deze agenda’s worden er niet meer voor gelezen of gewijzigd: ${profiles}. Uw wachtwoorden en tokens zijn hier gewist.`,
  revokedKept: (days) =>
    `Wat eruit is gelezen, wordt na ${days} dagen gewist, tenzij u ze opnieuw aan de applicatie koppelt.`,
  revokedAtOnce: 'Wat eruit is gelezen, wordt nu gewist.',
  revokedBuiltIn: 'Agenda’s die deze dienst zelf bewaart, blijven bestaan totdat uw account wordt verwijderd.',
  nothingChanged: 'Er is niets gewijzigd',
  formRejected: 'Dit formulier hoort bij een andere browser of is al gebruikt.',

  howStored: 'Hoe dit wordt bewaard',
  storedWhat: (application) =>
    `Wat ${application} van uw agenda’s mag zien, wordt naar deze server gekopieerd en actueel gehouden.`,
  storedPasswords: (application) =>
    `Wachtwoorden en tokens worden versleuteld en alleen op deze server bewaard. ${application} krijgt ze nooit.`,
  storedUntil: 'Als u de toegang intrekt, worden wachtwoorden en tokens meteen gewist, en de kopie kort daarna.',
  privacy: (application) => `Privacy bij ${application}`,
  support: (application) => `Hulp van ${application}`,
  back: 'Terug',
  cancel: 'Annuleren',
  cancelTo: (application) => `Annuleren en terug naar ${application}`,
  signInWith: (provider) => `Inloggen met ${provider}`,
  otherCalendars: 'Andere agenda’s',
  knownAs: (name) => `U bent gekoppeld als ${name}.`,
  notYou: 'Bent u dat niet?',
  endsOn: (day) =>
    `Deze koppeling eindigt op ${day}, omdat de aanbieder haar beperkt. Koppel de agenda vóór die tijd opnieuw.`,
  beingRead: 'Uw agenda’s worden gelezen. Ze verschijnen hier zodra ze er zijn.',
  rights: {
    reads: 'Zien',
    freeBusy: 'Zien wanneer u vrij of bezet bent',
    freeBusyNote: 'alleen de tijden, zonder titels of andere details',
    changes: 'Wijzigen',
  },
  appPasswordWhat:
    'Een app-wachtwoord is een tweede wachtwoord voor één programma. U kunt het altijd verwijderen, en uw eigen wachtwoord blijft bij u.',
  appPasswordMake: (provider) => `Maak er een aan bij ${provider}`,
  appPasswordAlways: (provider) =>
    `${provider} laat andere programma’s alleen toe met een app-wachtwoord, niet met uw eigen wachtwoord.`,
  appPasswordTwoFactor: (provider) =>
    `Als u bij ${provider} in twee stappen inlogt, hebt u hier een app-wachtwoord nodig.`,
  appPasswordOwnServer: 'Maak er een aan in de beveiligingsinstellingen van uw server.',
  anyAppPassword: 'App-wachtwoord',
  plainPassword: 'Wachtwoord',
  connectService: (name) => `${name} koppelen`,
  calendarAddress: 'Adres van de agenda (https of webcal)',
  addressStays: (application) =>
    `Voor ${application}. Vaak beschermt alleen het adres de agenda: het wordt versleuteld op deze server opgeslagen; ${application} ziet het nooit.`,
  notPublished: 'Op dit adres staat geen gepubliceerde agenda, of hij wordt niet meer gepubliceerd.',
  anotherPublished: 'Dit is het adres van een andere agenda. Er is niets gewijzigd.',
  passwordStays: (application) =>
    `Voor ${application}. Het wachtwoord wordt versleuteld op deze server bewaard; ${application} krijgt het nooit te zien.`,
  allowedAlready: 'U hebt dit al toegestaan',
  allowedAlreadyNote: (application) => `${application} heeft uw antwoord ontvangen. Hier hoeft u niets meer te doen.`,
  declinedAlready: 'U hebt dit al geweigerd',
  declinedAlreadyNote: (application) =>
    `Er is niets gekoppeld. Hebt u zich bedacht, begin dan opnieuw in ${application}.`,
  stepOver: 'Deze pagina is niet meer actueel',
  stepOverNote: (application) =>
    `U bent in een ander tabblad verdergegaan, of het duurde langer dan een half uur. Begin opnieuw in ${application}.`,
  continueIn: (application) => `Verder naar ${application}`,
  pageMissing: 'Hier is geen pagina',
  pageMissingNote: 'Controleer het adres, of ga terug naar de pagina waar u vandaan komt.',
  notDirect: 'Deze pagina kan niet rechtstreeks worden geopend',
  notDirectNote: 'Het is een van meerdere stappen. Ga terug naar de applicatie waar u vandaan komt en begin opnieuw.',
  requestFailed: 'Hier is iets misgegaan',
  requestFailedNote: 'De fout is vastgelegd. Probeer het zo dadelijk opnieuw.',
  requestRefused: 'Dit verzoek kon niet worden verwerkt',
  tooManyTitle: 'Wacht even, alstublieft',
  permissionChoose: 'Kies de agenda’s',
  permissionNone: 'Kies minstens één agenda, of weiger het verzoek.',
  revokeElsewhere: 'In een andere browser gekoppeld?',
  revokeElsewhereNote:
    'Meld u aan met het account waarvan u de agenda hebt gekoppeld. Deze pagina toont dan de applicaties die hem gebruiken.',
  revokeNone: (provider) => `Geen enkele applicatie gebruikt hier een agenda van dit ${provider}-account.`,
  revokeLinkOver: 'Deze link is te oud of onvolledig. Open uw koppelingen opnieuw in de applicatie.',
};
