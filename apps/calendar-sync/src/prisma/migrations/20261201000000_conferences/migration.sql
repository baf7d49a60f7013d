-- Whether the provider adds conferences to a calendar's events.
ALTER TABLE calendar ADD COLUMN integrated_conferencing boolean NOT NULL DEFAULT false;
-- A write that the provider has accepted, except that the conference it adds is still missing.
ALTER TABLE pending_write ADD COLUMN awaits_conference boolean NOT NULL DEFAULT false;
