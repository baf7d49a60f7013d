-- spans: start and end as pairs of int32, seconds from the block's beginning, instead of float64, epoch ms; both little
-- endian. Not compressed: unpacking costs more than reading.

-- The float64 at a byte: a sign, 11 bits of exponent, 52 of fraction (IEEE 754).
CREATE FUNCTION busy_time_float64(spans bytea, at integer) RETURNS double precision LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN bits & 9223372036854775807 = 0 THEN 0 ELSE
    (CASE WHEN bits < 0 THEN -1 ELSE 1 END) * ((bits & 4503599627370495) + 4503599627370496)::double precision
      * power(2::double precision, ((bits >> 52) & 2047) - 1075) END
  FROM (SELECT bit_or(get_byte(spans, at + n)::bigint << (8 * n)) AS bits FROM generate_series(0, 7) AS n) AS read
$$;

CREATE FUNCTION busy_time_int32(seconds double precision) RETURNS bytea LANGUAGE sql IMMUTABLE AS $$
  SELECT substring(big from 4 for 1) || substring(big from 3 for 1) || substring(big from 2 for 1) || substring(big from 1 for 1)
  FROM (SELECT int4send(greatest(-2147483647, least(2147483647, seconds))::integer) AS big) AS written
$$;

UPDATE busy_block SET spans = (
  SELECT coalesce(string_agg(busy_time_int32(CASE WHEN n % 2 = 0 THEN floor(seconds) ELSE ceil(seconds) END), ''::bytea ORDER BY n), ''::bytea)
  FROM (
    SELECT n, (busy_time_float64(spans, 8 * n) - block::double precision * 2419200000) / 1000 AS seconds
    FROM generate_series(0, octet_length(spans) / 8 - 1) AS n
  ) AS spans_of
);

DROP FUNCTION busy_time_float64(bytea, integer);
DROP FUNCTION busy_time_int32(double precision);
ALTER TABLE busy_block ALTER spans SET STORAGE EXTERNAL, ALTER flags SET STORAGE EXTERNAL;
