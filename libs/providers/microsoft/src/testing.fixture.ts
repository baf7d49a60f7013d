export { ada, fixed, scope, startMicrosoft } from './sync/microsoft.fixture.js';
