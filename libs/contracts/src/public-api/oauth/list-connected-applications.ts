import { endpoint } from '../shared/endpoint.js';
import { htmlPage } from './pages.js';

export const listConnectedApplications = endpoint({
  method: 'get',
  path: '/connected-applications',
  operation: 'listConnectedApplications',
  summary: 'The page on which users see and revoke the applications that they connected in this browser',
  tag: 'oauth',
  credential: 'browser',
  responses: { 200: htmlPage('The applications') },
});
