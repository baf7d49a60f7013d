import { join } from 'node:path';
import { describeManifests } from './manifests.conformance.js';
import { objectsIn } from './manifests.js';

describeManifests('base', objectsIn(join(import.meta.dirname, '../../k8s/base')));
