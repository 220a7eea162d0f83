-- Sales of before the upgrade are not announced: a new subscriber would otherwise start at the oldest retained event.
-- A new database has no cursors, and no events.
insert into outbox_cursors (subscriber, xid, id)
select 'notifications.sales', (pg_snapshot_xmin(pg_current_snapshot())::text::numeric - 1)::text::xid8, 9007199254740991
where exists (select from outbox_cursors)
on conflict do nothing;
