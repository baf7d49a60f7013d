export { accountAt, createCalendar, fill, send } from './sync/caldav.fixture.js';
