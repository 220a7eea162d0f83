-- A process that finishes a payment after a crash continues the trace of the buyer's request.
alter table checkout_attempts add column traceparent text;
comment on column checkout_attempts.traceparent is 'W3C trace context of the buyer''s request, if it is recorded.';
