-- Where a recorded trace goes on, in the W3C format. Writers set terrace.traceparent for their transaction; without it the
-- column stays empty.
alter table outbox add column traceparent text;
alter table outbox alter column traceparent set default nullif(current_setting('terrace.traceparent', true), '');
comment on column outbox.traceparent is 'W3C trace context of the request or job that wrote the event, if it is recorded.';
