-- When the reply of the callback was recorded (epoch ms): NULL in rows that a process of the release before writes.
ALTER TABLE callback ADD COLUMN caused_at bigint;
