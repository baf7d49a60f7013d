COMMENT ON SCHEMA availability IS 'Kalends availability: availability rules, available periods, the projection of busy time';
