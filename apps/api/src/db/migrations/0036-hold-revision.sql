-- A calendar app replaces an entry only by one with a higher SEQUENCE.

alter table holds add column revision integer not null default 0;
comment on column holds.revision is 'Grows with every change that calendars show: a released part, a payment that starts or ends.';
