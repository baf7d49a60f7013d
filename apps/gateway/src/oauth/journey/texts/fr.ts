import type { Texts } from './texts.js';

export const fr: Texts = {
  lang: 'fr',
  dir: 'ltr',
  didNotWork: 'Cela n’a pas fonctionné.',
  notPossible: 'Impossible',
  linkBroken: 'Ce lien ne fonctionne pas',
  goBack: 'Revenez à l’application et réessayez ; si cela ne suffit pas, prévenez ses auteurs.',
  unknownApplication: 'L’application d’où vous venez est inconnue.',
  unregisteredAddress: 'L’adresse de retour n’est pas de celles que l’application a enregistrées.',
  stepLost: 'Cette étape appartient à un autre navigateur, ou a duré plus d’une demi-heure.',
  answerRejected:
    'Cette réponse a déjà servi, appartient à un autre navigateur, ou est arrivée après plus d’un quart d’heure.',
  notOffered: (provider) => `Les agendas ${provider} ne sont pas proposés ici.`,
  tooManyTries: 'Trop de mots de passe erronés ont été essayés. Attendez une minute, puis réessayez.',
  tooManyRequests: 'Trop de requêtes sont venues de votre adresse. Attendez un peu, puis réessayez.',
  unusable: 'La saisie est trop longue ou contient des caractères inutilisables.',

  connectCalendar: 'Connecter un agenda',
  connectTo: (application) => `Connecter un agenda à ${application}`,
  addedTo: (account) => `L’agenda est ajouté au compte de ${account}.`,
  addedToWhy: 'Si ce n’est pas vous, fermez cette page : la personne qui utilise ce compte verrait votre agenda.',
  connectedAlready: 'Déjà connectés',
  whichCalendar: 'Quel agenda ?',
  theConnected: 'Les agendas déjà connectés',
  theConnectedNote: 'Rien de nouveau à connecter',
  builtIn: 'Un nouvel agenda ici',
  builtInName: 'Agenda',
  timeZone: 'Votre fuseau horaire',
  continue: 'Continuer',
  appPasswordHelp:
    'Apple n’admet les autres programmes qu’avec un mot de passe pour application : créez-en un sur account.apple.com, sous « Connexion et sécurité ».',
  serverAddress: 'Adresse du serveur',
  appleAccount: 'Adresse e-mail du compte Apple',
  userName: 'Nom d’utilisateur',
  appPassword: 'Mot de passe pour application',
  password: 'Mot de passe (un mot de passe d’application, si le serveur en propose)',
  notAtIcloud: 'L’agenda n’est pas chez iCloud',
  fillEachField: 'Remplissez chaque champ ; l’adresse commence par https://',
  connect: 'Connecter',

  refusals: {
    'address-refused': 'Cette adresse ne peut pas être connectée d’ici.',
    'address-unreachable': 'Le serveur ne peut pas être joint pour l’instant.',
    'authentication-failed':
      'Le serveur n’a pas accepté le nom d’utilisateur et le mot de passe. Apple, Nextcloud, Fastmail, GMX, Yahoo et Zoho exigent souvent un mot de passe d’application.',
    'not-a-caldav-server': 'Aucun agenda (CalDAV) n’a été trouvé à cette adresse.',
    'connected-elsewhere': 'Cet agenda appartient déjà à un autre compte de l’application.',
    'identity-not-proved':
      'Ce serveur ne vérifie pas les mots de passe, ou ne dit pas à qui sont ces agendas ; il ne peut pas être connecté.',
    'another-user': 'Le serveur indique un autre utilisateur qu’auparavant. Rien n’a été modifié.',
    'unknown-profile': 'Cet agenda n’est plus connu ici.',
  },

  /** Where a provider issues app passwords, by the provider (`appPasswordIssuers`). */
  appPasswords: {
    apple:
      'Apple n’accepte que les mots de passe pour application : créez-en un sur account.apple.com, sous « Connexion et sécurité ».',
    fastmail:
      'Fastmail n’accepte que les mots de passe d’application : créez-en un dans ses paramètres, sous « Privacy & Security », « App passwords ».',
    gmx: 'Avec l’authentification à deux facteurs, ce fournisseur n’accepte que les mots de passe d’application : créez-en un dans les paramètres de sécurité du compte.',
    nextcloud:
      'Avec l’authentification à deux facteurs, Nextcloud n’accepte que les mots de passe d’application : créez-en un dans ses paramètres personnels, sous « Sécurité », « Appareils et sessions ».',
    yahoo: 'Yahoo n’accepte que les mots de passe d’application : créez-en un sur login.yahoo.com, sous « Sécurité ».',
    zoho: 'Avec l’authentification à deux facteurs, Zoho n’accepte que les mots de passe d’application : créez-en un sur accounts.zoho.com, sous « Security », « App Passwords ».',
  },

  allowAccess: 'Autoriser l’accès',
  allowTitle: (application) => `Autoriser ${application} à utiliser vos agendas ?`,
  ableTo: 'L’application pourra',
  inCalendars: 'Dans ces agendas',
  youReturnTo: (host) => `Vous retournerez à ${host}. Vous pouvez revenir là-dessus à tout moment sous`,
  connectedApplications: 'Applications connectées',
  allow: 'Autoriser',
  deny: 'Refuser',
  calendarsOf: (profile) => `Les agendas de ${profile}`,
  scopes: {
    create_calendar: 'créer des agendas',
    read_events: 'vos événements (avec titres, lieux et participants)',
    create_event: 'ajouter des événements et modifier ceux qu’elle a ajoutés',
    delete_event: 'supprimer les événements qu’elle a ajoutés',
    read_free_busy: 'quand vous êtes libre ou occupé',
    change_participation_status: 'accepter ou refuser des invitations pour vous',
    event_reminders: 'mettre des rappels à ses événements',
    read_account: 'votre nom et votre adresse e-mail',
    list_calendars: 'les noms de vos agendas',
  },

  elsewhere: 'Connecté ailleurs',
  elsewhereTitle: (email) => `${email} est déjà connecté`,
  elsewhereWhy: (provider, application) =>
    `Ce compte ${provider} appartient à un autre compte de ${application}. Rien n’a été modifié.`,
  elsewhereHelp: (application) =>
    `Un agenda ne peut être que dans un seul compte d’une application. Choisissez-en un autre, ou revenez et connectez-vous à ${application} avec le compte qui l’a.`,
  chooseAnother: 'Choisir un autre agenda',
  backTo: (application) => `Retour à ${application}`,

  relinkTitle: (profile) => `Reconnecter ${profile}`,
  relinkWhy: (application) =>
    `${application} ne peut plus lire ni modifier cet agenda. Reconnectez-le, et tout reprend là où cela s’était arrêté.`,
  relinkAt: (provider, email) => `Vous vous connectez chez ${provider}, en tant que ${email}.`,
  relinkUser: (username) => `Le serveur et le nom d’utilisateur restent les mêmes : ${username}.`,
  relinkDone: 'Reconnecté',
  relinkDoneNote: (application) => `${application} peut de nouveau utiliser l’agenda. Vous pouvez fermer cette page.`,
  relinkNotNeeded: 'Cet agenda est connecté',
  relinkNotNeededNote: 'Il n’y a rien à faire. Vous pouvez fermer cette page.',
  relinkOwn: 'Cet agenda a été déconnecté dans l’application. Connectez-y de nouveau un agenda.',
  relinkOther: (provider, email) => `${email} est un autre compte ${provider}. Rien n’a été modifié.`,
  relinkFailed: (provider) => `${provider} ne nous a pas laissé entrer. Rien n’a été modifié.`,
  relinkAway: 'L’agenda ne peut pas être connecté pour l’instant. Rien n’a été modifié ; réessayez un peu plus tard.',

  signInProblem: 'La connexion n’a pas abouti',
  signInAgain: 'Se connecter à nouveau',
  adminTitle: 'Un administrateur doit d’abord approuver',
  adminIfYou: 'Si vous y êtes administrateur :',
  adminApprove: 'Approuver pour mon organisation',
  adminForward: 'Sinon, transmettez ceci à votre administrateur :',
  adminThen: 'Après l’approbation, continuez ici :',
  adminDone: 'Approuvé',
  adminDoneNote:
    'Les membres de l’organisation peuvent maintenant connecter leurs agendas. Vous pouvez fermer cette page.',
  adminNotDone: 'Non approuvé',
  adminNotDoneNote: 'Rien n’a été modifié. Vous pouvez fermer cette page.',

  permissionTitle: (application) => `Autoriser ${application} à modifier tous les événements ?`,
  permissionAble: 'modifier et supprimer tout événement, même ceux qu’elle n’a pas ajoutés, sauf ceux qui se répètent',
  permissionProve: 'Connectez-vous d’abord pour montrer que ces agendas sont les vôtres.',
  permissionUser: (username) => `En tant que ${username}, auprès du serveur de l’agenda.`,
  permissionOtherBrowser:
    'Ce service conserve lui-même l’agenda : ouvrez le lien dans le navigateur où vous l’avez connecté.',
  permissionOver: 'Ce lien a déjà été utilisé, ou date de plus d’une heure.',

  noApplications: 'Aucune application n’utilise un agenda connecté dans ce navigateur.',
  since: (account, day) => `${account}, depuis le ${day}`,
  revokeAccess: (application) => `Retirer l’accès de ${application}`,
  revokedTitle: (application) => `${application} n’a plus accès`,
  revokedWhat: (profiles) =>
    `Ces agendas ne sont plus lus ni modifiés pour elle : ${profiles}. Vos mots de passe et jetons sont effacés ici.`,
  revokedKept: (days) =>
    `Ce qui en a été lu est effacé après ${days} jours, sauf si vous les connectez de nouveau à l’application.`,
  revokedAtOnce: 'Ce qui en a été lu est effacé maintenant.',
  revokedBuiltIn: 'Les agendas que ce service conserve lui-même restent jusqu’à la suppression de votre compte.',
  nothingChanged: 'Rien n’a été modifié',
  formRejected: 'Ce formulaire appartient à un autre navigateur, ou a déjà servi.',

  howStored: 'Comment ces données sont conservées',
  storedWhat: (application) =>
    `Ce que ${application} a le droit de voir de vos agendas est copié sur ce serveur et tenu à jour.`,
  storedPasswords: (application) =>
    `Les mots de passe et les jetons sont chiffrés et conservés uniquement sur ce serveur. ${application} ne les reçoit jamais.`,
  storedUntil: 'Si vous retirez l’accès, les mots de passe et les jetons sont effacés aussitôt, et la copie peu après.',
  privacy: (application) => `Confidentialité chez ${application}`,
  support: (application) => `Aide de ${application}`,
  back: 'Retour',
  cancel: 'Annuler',
  cancelTo: (application) => `Annuler et revenir à ${application}`,
  signInWith: (provider) => `Se connecter avec ${provider}`,
  otherCalendars: 'Autres agendas',
  knownAs: (name) => `Vous êtes connecté en tant que ${name}.`,
  notYou: 'Ce n’est pas vous ?',
  endsOn: (day) =>
    `Cette connexion prend fin le ${day}, car le fournisseur en limite la durée. Reconnectez l’agenda d’ici là.`,
  beingRead: 'Vos agendas sont en cours de lecture. Ils apparaîtront ici dès qu’ils seront prêts.',
  rights: {
    reads: 'Voir',
    freeBusy: 'Voir quand vous êtes libre ou occupé',
    freeBusyNote: 'seulement les horaires, sans titre ni autre détail',
    changes: 'Modifier',
  },
  appPasswordWhat:
    'Un mot de passe d’application est un second mot de passe réservé à un seul programme. Vous pouvez le supprimer à tout moment, et vous gardez le vôtre pour vous.',
  appPasswordMake: (provider) => `En créer un chez ${provider}`,
  appPasswordAlways: (provider) =>
    `${provider} n’admet les autres programmes qu’avec un mot de passe d’application, pas avec votre propre mot de passe.`,
  appPasswordTwoFactor: (provider) =>
    `Si vous vous connectez à ${provider} avec deux facteurs, il vous faut ici un mot de passe d’application.`,
  appPasswordOwnServer: 'Créez-en un dans les paramètres de sécurité de votre serveur.',
  anyAppPassword: 'Mot de passe d’application',
  plainPassword: 'Mot de passe',
  connectService: (name) => `Connecter ${name}`,
  calendarAddress: 'Adresse de l’agenda (https ou webcal)',
  addressStays: (application) =>
    `Pour ${application}. L’adresse est souvent la seule protection de l’agenda : elle est enregistrée chiffrée sur ce serveur ; ${application} ne la voit jamais.`,
  notPublished: 'Aucun agenda n’est publié à cette adresse, ou il n’est plus publié.',
  anotherPublished: 'C’est l’adresse d’un autre agenda. Rien n’a été modifié.',
  passwordStays: (application) =>
    `Pour ${application}. Le mot de passe est conservé chiffré sur ce serveur ; ${application} ne le voit jamais.`,
  allowedAlready: 'Vous avez déjà donné votre accord',
  allowedAlreadyNote: (application) => `${application} a reçu votre réponse. Il n’y a plus rien à faire ici.`,
  declinedAlready: 'Vous avez déjà refusé',
  declinedAlreadyNote: (application) =>
    `Rien n’a été connecté. Si vous avez changé d’avis, recommencez dans ${application}.`,
  stepOver: 'Cette page n’est plus à jour',
  stepOverNote: (application) =>
    `Vous avez continué dans un autre onglet, ou plus d’une demi-heure s’est écoulée. Recommencez dans ${application}.`,
  continueIn: (application) => `Continuer vers ${application}`,
  pageMissing: 'Il n’y a pas de page ici',
  pageMissingNote: 'Vérifiez l’adresse, ou revenez à la page d’où vous venez.',
  notDirect: 'Cette page ne peut pas être ouverte directement',
  notDirectNote: 'C’est une étape parmi d’autres. Revenez à l’application d’où vous venez et recommencez.',
  requestFailed: 'Une erreur s’est produite ici',
  requestFailedNote: 'Elle a été enregistrée. Réessayez dans un instant.',
  requestRefused: 'Cette demande n’a pas pu être traitée',
  tooManyTitle: 'Veuillez patienter un instant',
  permissionChoose: 'Choisissez les agendas',
  permissionNone: 'Choisissez au moins un agenda, ou refusez la demande.',
  revokeElsewhere: 'Connecté dans un autre navigateur ?',
  revokeElsewhereNote:
    'Connectez-vous avec le compte dont vous avez connecté l’agenda. Cette page affichera alors les applications qui l’utilisent.',
  revokeNone: (provider) => `Aucune application n’utilise ici un agenda de ce compte ${provider}.`,
  revokeLinkOver: 'Ce lien est trop ancien ou incomplet. Ouvrez de nouveau vos connexions dans l’application.',
};
