/** SQL of the database's clock, in epoch ms: for leases, since replicas' clocks need not agree. */
export const databaseNow = '(extract(epoch FROM clock_timestamp()) * 1000)::bigint';
