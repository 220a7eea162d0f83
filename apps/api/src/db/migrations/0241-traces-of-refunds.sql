-- As in 0220 for the outbox: without terrace.traceparent the column stays empty.
alter table order_refunds add column traceparent text;
alter table order_refunds alter column traceparent set default nullif(current_setting('terrace.traceparent', true), '');
comment on column order_refunds.traceparent is 'W3C trace context of the request that cancelled the line, if it is recorded.';
