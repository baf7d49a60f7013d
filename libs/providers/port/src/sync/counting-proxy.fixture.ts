export { startProxy, type Proxy } from '@kalends/testing';
