export { ada, egress, type Granted, scope, type SimulatedGoogle, startGoogle } from './sync/google.fixture.js';
