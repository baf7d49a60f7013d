-- Requests of each application per day, and what was refused per hour: sums, one row for any number of requests.
CREATE TABLE application_usage (
  client_id text NOT NULL REFERENCES application (client_id) ON DELETE CASCADE,
  day date NOT NULL,
  calls bigint NOT NULL,
  refused bigint NOT NULL,
  PRIMARY KEY (client_id, day)
);
CREATE INDEX application_usage_day_idx ON application_usage (day);
-- Route, status and code are from closed sets, so that requests cannot make more rows than these have combinations.
CREATE TABLE application_error (
  client_id text NOT NULL REFERENCES application (client_id) ON DELETE CASCADE,
  hour timestamptz NOT NULL,
  route text NOT NULL,
  status integer NOT NULL,
  code text NOT NULL,
  count bigint NOT NULL,
  last_at timestamptz(3) NOT NULL,
  request_id text NOT NULL,
  description text NOT NULL,
  PRIMARY KEY (client_id, hour, route, status, code)
);
CREATE INDEX application_error_hour_idx ON application_error (hour);
