COMMENT ON SCHEMA invites IS 'Kalends invites: Smart Invites: state, recipients, replies, raw inbound mail';
