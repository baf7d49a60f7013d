// Where Kalends is and who this application is: from the environment, or from the demo of a running `npm start`.
import { readFileSync } from 'node:fs';
import process from 'node:process';

const { KALENDS_URL, CLIENT_ID, CLIENT_SECRET, PORT = '8080', DATA_DIR = '.kalends', TZ } = process.env;

function readDemo() {
  try {
    return JSON.parse(readFileSync(`${DATA_DIR}/demo.json`, 'utf8'));
  } catch {
    console.error(
      `There is no ${DATA_DIR}/demo.json: run \`npm start\` first, or set KALENDS_URL, CLIENT_ID and CLIENT_SECRET.`,
    );
    process.exit(1);
  }
}

const demo = KALENDS_URL && CLIENT_ID && CLIENT_SECRET ? {} : readDemo();

export const port = Number(PORT);
export const ownUrl = `http://127.0.0.1:${port}`;
export const kalendsUrl = KALENDS_URL ?? demo.base_url;
export const clientId = CLIENT_ID ?? demo.client_id;
/** The API key as well: it signs callbacks, and authorizes calls that concern no single user. */
export const clientSecret = CLIENT_SECRET ?? demo.client_secret;
/** The user of the demo, with tokens; undefined for another installation. */
export const demoUser = demo.sub && {
  sub: demo.sub,
  access_token: demo.access_token,
  refresh_token: demo.refresh_token,
};
/** Must be registered for the application; that of port 8080 is, for the demo's. */
export const redirectUri = `${ownUrl}/callback`;
/** The zone of the week: this machine's, which is also the browser's. */
export const zone = TZ || Intl.DateTimeFormat().resolvedOptions().timeZone;
