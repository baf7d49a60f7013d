COMMENT ON SCHEMA notifier IS 'Kalends notifier: callbacks to deliver, attempts, endpoint health, push channels';
