-- Writes a `hold.expired` event for every hold that has expired since the last run of any process, and returns how
-- many. Frees no tickets: they became available at expiry. Increments listing versions, so clients reload the listings.
create or replace function announce_expired_holds() returns integer language plpgsql as $$
declare
  v_from timestamptz;
  v_until timestamptz;
  v_listing_ids text[];
  v_announced integer;
begin
  -- One process at a time; the others have nothing to do.
  select announced_until into v_from from hold_expiry_cursor for update skip locked;
  if not found then return 0; end if;
  v_until := clock_timestamp();
  -- Open at the last announcement, and expired since. The column `is_open` says only that the hold has not been sold or
  -- released; it may have expired. The condition on `expires_at`, which is never after `reserved_until`, changes nothing; it
  -- lets PostgreSQL use the index. Read before the lock, so that a run without expired holds never reads the listings.
  v_listing_ids := array(
    select distinct h.listing_id from holds h
    where hold_is_open(h.is_open, h.reserved_until, v_from) and h.reserved_until <= v_until and h.expires_at <= v_until);
  -- Nothing expired: do not move the cursor, which would be a write every second. The next run covers this period again.
  if v_listing_ids = '{}' then return 0; end if;
  perform from listings l where l.id = any(v_listing_ids) order by l.id collate "C" for no key update;
  -- Read again after the lock wait: a hold that was sold in the meantime has been announced by its sale.
  with expired as (
    select h.id, h.listing_id, h.event_id, h.team_id, h.quantity from holds h
    where hold_is_open(h.is_open, h.reserved_until, v_from) and h.reserved_until <= v_until and h.expires_at <= v_until
  ), changed as (
    update listings l set version = l.version + 1
    from (select distinct listing_id from expired) e where l.id = e.listing_id
    returning l.id, l.version
  ), recorded as (
    insert into outbox (topic, subject, payload)
    select 'hold.expired', e.listing_id, jsonb_build_object('eventId', e.event_id, 'listingId', e.listing_id,
      'holdId', e.id, 'teamId', e.team_id, 'quantity', e.quantity, 'version', c.version)
    from expired e join changed c on c.id = e.listing_id
    order by e.listing_id, e.id
    returning 1
  )
  select count(*) into v_announced from recorded;
  update hold_expiry_cursor set announced_until = v_until;
  return v_announced;
end $$;
