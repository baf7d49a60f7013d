import { endpoint } from '../shared/endpoint.js';
import { htmlPage } from './pages.js';

export const listConnectedApplications = endpoint({
  method: 'get',
  path: '/connected-applications',
  operation: 'listConnectedApplications',
  summary: 'The page on which a user sees and revokes the applications they connected in this browser',
  tag: 'oauth',
  credential: 'browser',
  responses: { 200: htmlPage('The applications') },
});
