-- Invariant: whatever changes what a buyer can see of a listing is told in the outbox by the transaction that changes it. Of
-- listings and holds the commands tell; here is told what several commands, imports and the operator's SQL may change.

create function tell_feed_stale(event_ids integer[]) returns void language sql as $$
  insert into outbox (topic, subject, payload)
  select 'feed.stale', id::text, jsonb_build_object('eventId', id) from unnest(event_ids) id order by id
$$;

-- Its date, its standing, its names, who plays: whoever writes an event has changed something of it, or would not write.
create function tell_changed_events() returns trigger language plpgsql as $$
begin
  perform tell_feed_stale(array(select id from changed));
  return null;
end $$;
create trigger events__feed_stale after update on events
  referencing new table as changed for each statement execute function tell_changed_events();

-- The seller's name stands on each listing, the category's too.
create function tell_renamed_seller() returns trigger language plpgsql as $$
begin
  perform tell_feed_stale(array(
    select distinct event_id from listings where seller_team_id = new.id and status = 'active'));
  return null;
end $$;
create trigger teams__renamed after update of name on teams
  for each row when (old.name is distinct from new.name) execute function tell_renamed_seller();

create function tell_renamed_category() returns trigger language plpgsql as $$
begin
  perform tell_feed_stale(array(
    select distinct event_id from listings where category_id = new.id and status = 'active'));
  return null;
end $$;
create trigger seating_categories__renamed after update of name on seating_categories
  for each row when (old.name is distinct from new.name) execute function tell_renamed_category();

-- Holds that run out change what is free without anybody's doing. Up to when this has been told, and by one process at a
-- time; a lease that runs out frees its tickets as well.
create table hold_lapses (
  is_only boolean primary key default true check (is_only),
  told_until timestamptz not null
);
insert into hold_lapses (told_until) values (clock_timestamp());
create index holds__by_end on holds (reserved_until) where state in ('active', 'paying');

-- Tells of every hold that has run out since the last time; answers how many. Nothing is decided here: the tickets were
-- free from that moment. The listings' versions grow, so that whoever knows a listing by its version looks again.
create function tell_lapsed_holds() returns integer language plpgsql as $$
declare
  v_from timestamptz;
  v_until timestamptz;
  v_told integer;
begin
  select told_until into v_from from hold_lapses for update skip locked;
  if not found then return 0; end if;
  v_until := clock_timestamp();
  perform from listings l where l.id in (
    select h.listing_id from holds h
    where h.state in ('active', 'paying') and h.reserved_until > v_from and h.reserved_until <= v_until)
  order by l.id collate "C" for no key update;
  if not found then return 0; end if;
  -- Read again after the wait: meanwhile a hold may have been sold after all, and its listing was told of by that.
  with lapsed as (
    select h.id, h.listing_id, h.event_id, h.team_id, h.quantity from holds h
    where h.state in ('active', 'paying') and h.reserved_until > v_from and h.reserved_until <= v_until
  ), changed as (
    update listings l set version = l.version + 1 from (select distinct listing_id from lapsed) h where l.id = h.listing_id
    returning l.id, l.version
  ), told as (
    insert into outbox (topic, subject, payload)
    select 'hold.expired', h.listing_id, jsonb_build_object('eventId', h.event_id, 'listingId', h.listing_id,
      'holdId', h.id, 'teamId', h.team_id, 'quantity', h.quantity, 'version', c.version)
    from lapsed h join changed c on c.id = h.listing_id
    order by h.listing_id, h.id
    returning 1
  )
  select count(*) into v_told from told;
  update hold_lapses set told_until = v_until;
  return v_told;
end $$;
