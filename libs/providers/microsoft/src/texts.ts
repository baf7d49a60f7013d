import type { ConsentProblem } from '@kalends/provider-port/consent';
import type { Localized } from '@kalends/provider-port';

/** What went wrong at Microsoft, in words. */
export const problems: Readonly<Record<ConsentProblem, Localized>> = {
  'admin-consent': {
    en: 'Your organization has to approve the application first. Nothing was changed.',
    de: 'Ihre Organisation muss die Anwendung erst genehmigen. Es wurde nichts geändert.',
    es: 'Su organización tiene que aprobar antes la aplicación. No se ha cambiado nada.',
    fr: 'Votre organisation doit d’abord approuver l’application. Rien n’a été modifié.',
  },
  'sign-in': {
    en: 'Microsoft did not complete the sign-in, or it took too long. Nothing was changed; sign in again.',
    de: 'Microsoft hat die Anmeldung nicht abgeschlossen, oder sie hat zu lange gedauert. Es wurde nichts geändert; melden Sie sich noch einmal an.',
    es: 'Microsoft no ha completado el inicio de sesión, o ha tardado demasiado. No se ha cambiado nada; inicie sesión de nuevo.',
    fr: 'Microsoft n’a pas terminé la connexion, ou elle a pris trop de temps. Rien n’a été modifié ; connectez-vous à nouveau.',
  },
  locked: {
    en: 'Your account at Microsoft is disabled, or its password has expired. Nothing was changed.',
    de: 'Ihr Konto bei Microsoft ist gesperrt, oder sein Passwort ist abgelaufen. Es wurde nichts geändert.',
    es: 'Su cuenta de Microsoft está desactivada, o su contraseña ha caducado. No se ha cambiado nada.',
    fr: 'Votre compte Microsoft est désactivé, ou son mot de passe a expiré. Rien n’a été modifié.',
  },
  'not-permitted': {
    en: 'Your organization does not let this account use the application. Nothing was changed. Use another account, or contact its administrator.',
    de: 'Ihre Organisation erlaubt diesem Konto die Anwendung nicht. Es wurde nichts geändert. Nehmen Sie ein anderes Konto, oder wenden Sie sich an Ihre Administration.',
    es: 'Su organización no permite que esta cuenta use la aplicación. No se ha cambiado nada. Use otra cuenta, o diríjase a su administrador.',
    fr: 'Votre organisation ne permet pas à ce compte d’utiliser l’application. Rien n’a été modifié. Prenez un autre compte, ou adressez-vous à son administrateur.',
  },
  operator: {
    en: 'Microsoft does not accept how this service is registered there. Nothing was changed. Only whoever operates the service can correct this.',
    de: 'Microsoft akzeptiert nicht, wie dieser Dienst dort registriert ist. Es wurde nichts geändert. Das kann nur beheben, wer den Dienst betreibt.',
    es: 'Microsoft no acepta el registro de este servicio. No se ha cambiado nada. Solo puede corregirlo quien gestiona el servicio.',
    fr: 'Microsoft n’accepte pas l’enregistrement de ce service. Rien n’a été modifié. Seule la personne qui exploite le service peut le corriger.',
  },
  away: {
    en: 'Microsoft cannot be reached now. Nothing was changed; try again a little later.',
    de: 'Microsoft ist gerade nicht erreichbar. Es wurde nichts geändert; versuchen Sie es etwas später noch einmal.',
    es: 'Ahora no se puede acceder a Microsoft. No se ha cambiado nada; inténtelo de nuevo un poco más tarde.',
    fr: 'Microsoft est injoignable pour le moment. Rien n’a été modifié ; réessayez un peu plus tard.',
  },
};

/** How an organization lets its people use an application. */
export const approval: { why: Localized; message: Localized } = {
  why: {
    en: 'Your organization at Microsoft lets its people use an application only after an administrator has approved it. Nothing was changed.',
    de: 'Ihre Organisation bei Microsoft lässt eine Anwendung erst zu, wenn ihre Administration zugestimmt hat. Es wurde nichts geändert.',
    es: 'Su organización en Microsoft solo permite usar una aplicación después de que un administrador la haya aprobado. No se ha cambiado nada.',
    fr: 'Chez Microsoft, votre organisation n’admet une application qu’après l’approbation d’un administrateur. Rien n’a été modifié.',
  },
  message: {
    en: 'I would like to use my Microsoft 365 calendar in {application}. For this, our organization has to approve the connection once. Each person still connects only their own calendar. Please open this address, sign in as an administrator, and accept: {address}',
    de: 'Ich möchte meinen Microsoft-365-Kalender in {application} nutzen. Dafür muss unsere Organisation der Verbindung einmal zustimmen. Jede Person verbindet weiterhin nur ihren eigenen Kalender. Bitte diese Adresse öffnen, mit einem Administratorkonto anmelden und zustimmen: {address}',
    es: 'Me gustaría usar mi calendario de Microsoft 365 en {application}. Para ello, nuestra organización tiene que aprobar la conexión una vez. Cada persona sigue conectando solo su propio calendario. Abra esta dirección, inicie sesión como administrador y acepte: {address}',
    fr: 'J’aimerais utiliser mon agenda Microsoft 365 dans {application}. Pour cela, notre organisation doit approuver la connexion une fois. Chacun ne connecte toujours que son propre agenda. Merci d’ouvrir cette adresse, de vous connecter en tant qu’administrateur et d’accepter : {address}',
  },
};
