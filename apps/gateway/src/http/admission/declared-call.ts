import { endpoints, type Endpoint } from '@kalends/public-api';
import type { FastifyRequest } from 'fastify';

/** Names of parameters differ between the contract and the routes. */
export const shapeOf = (path: string) => path.replaceAll(/\{\w+\}|:\w+/g, ':');

const calls = new Map(endpoints.map((one) => [`${one.method.toUpperCase()} ${shapeOf(one.path)}`, one]));

/** The declaration of a request's route; undefined for one that is not in the contract. */
export const declaredCall = ({ method, routeOptions }: FastifyRequest): Endpoint | undefined =>
  calls.get(`${method} ${shapeOf(routeOptions.url ?? '')}`);
