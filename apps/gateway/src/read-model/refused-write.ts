/** Of a row `stored` of the table `event_state`: its last write was refused, and none was accepted later (EVT-43). */
export const isRefused = `coalesce((stored.record -> 'refused_write' ->> 'command')::bigint >= stored.command, false)`;
