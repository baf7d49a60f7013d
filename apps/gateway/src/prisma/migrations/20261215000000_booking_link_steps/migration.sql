-- What happened on a booking link, for who is asked why nobody booked. Recorded where the state is, so that no way of changing it is missed.
-- `detail`: why a time was refused, the message of a disabled link, or why it is cancelled; `start_at`: the time that was picked.
CREATE TABLE booking_link_step (
  step_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  link_id text NOT NULL REFERENCES booking_link (link_id) ON DELETE CASCADE,
  kind text NOT NULL,
  at timestamptz(3) NOT NULL,
  start_at timestamptz(3),
  detail text
);
CREATE INDEX booking_link_step_link_idx ON booking_link_step (link_id, step_id);

-- What can be repeated is recorded until there are 100 steps.
CREATE FUNCTION record_booking_link_step() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  now_at timestamptz := clock_timestamp();
  changed boolean;
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO booking_link_step (link_id, kind, at) VALUES (NEW.link_id, 'created', NEW.created_at);
    RETURN NULL;
  END IF;
  IF NEW.none_displayed_at IS DISTINCT FROM OLD.none_displayed_at THEN
    INSERT INTO booking_link_step (link_id, kind, at) VALUES (NEW.link_id, 'no_times_displayed', now_at);
  END IF;
  IF NEW.none_suitable_at IS DISTINCT FROM OLD.none_suitable_at THEN
    INSERT INTO booking_link_step (link_id, kind, at) VALUES (NEW.link_id, 'no_times_suitable', now_at);
  END IF;
  IF (SELECT count(*) FROM booking_link_step WHERE link_id = NEW.link_id) >= 100 THEN
    RETURN NULL;
  END IF;
  changed := NEW.change ->> 'state' IS DISTINCT FROM OLD.change ->> 'state' OR NEW.change ->> 'id' IS DISTINCT FROM OLD.change ->> 'id';
  IF NEW.change IS NOT NULL AND changed THEN
    INSERT INTO booking_link_step (link_id, kind, at, start_at, detail)
    VALUES (
      NEW.link_id,
      CASE NEW.change ->> 'state'
        WHEN 'pending' THEN CASE NEW.change ->> 'kind' WHEN 'cancel' THEN 'cancel_requested' ELSE 'reschedule_requested' END
        WHEN 'refused' THEN 'change_refused'
        ELSE CASE NEW.change ->> 'kind' WHEN 'cancel' THEN 'cancelled' ELSE 'rescheduled' END
      END,
      now_at,
      to_timestamp((coalesce(NEW.change -> 'to' ->> 'start', NEW.booking ->> 'start'))::numeric / 1000),
      coalesce(NEW.change ->> 'refusal', NEW.change ->> 'reason')
    );
  ELSIF NEW.status <> OLD.status THEN
    INSERT INTO booking_link_step (link_id, kind, at, start_at, detail)
    VALUES (
      NEW.link_id,
      CASE NEW.status WHEN 'booking' THEN 'picked' WHEN 'open' THEN 'refused' ELSE NEW.status END,
      now_at,
      to_timestamp((coalesce(NEW.booking, OLD.booking) ->> 'start')::numeric / 1000),
      CASE NEW.status WHEN 'open' THEN NEW.refusal WHEN 'disabled' THEN NEW.display_message END
    );
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER booking_link_changed AFTER INSERT OR UPDATE ON booking_link
  FOR EACH ROW EXECUTE FUNCTION record_booking_link_step();

-- Links that were there before.
INSERT INTO booking_link_step (link_id, kind, at) SELECT link_id, 'created', created_at FROM booking_link;
