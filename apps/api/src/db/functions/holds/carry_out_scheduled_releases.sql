-- Carries out up to 50 due releases and returns how many it found. Concurrent calls are safe: the second one to lock a
-- listing finds nothing left to do. Expired holds need no such function to free their tickets: availability ignores them.
create or replace function carry_out_scheduled_releases() returns integer language plpgsql
  set plan_cache_mode = force_generic_plan
  set enable_seqscan = off
  set enable_hashjoin = off
  set enable_mergejoin = off
as $$
declare
  v_now timestamptz := clock_timestamp();
  v_hold_ids text[] := array(
    select h.id from holds h where h.release_at <= v_now order by h.release_at limit 50);
  v_due record;
  v_is_rejected boolean;
begin
  if v_hold_ids = '{}' then
    return 0;
  end if;
  perform from listings l where l.id in (select h.listing_id from holds h where h.id = any(v_hold_ids))
  order by l.id collate "C" for no key update;
  -- Read again after the lock wait: a release that was undone, carried out or rescheduled in the meantime is not due.
  for v_due in
    select h.id, h.team_id, h.release_quantity from holds h
    where h.id = any(v_hold_ids) and h.release_at <= v_now order by h.id collate "C"
  loop
    begin
      perform from release_holds(array[v_due.team_id], array[null]::text[], array[null]::bytea[], array[1],
        array[v_due.id], array[v_due.release_quantity]) r
      where r.response ? 'rejected';
      v_is_rejected := found;
    exception
      when deadlock_detected or lock_not_available or serialization_failure then
        -- The next call tries the whole batch again.
        raise;
      when others then
        -- One bad hold must not block the others.
        raise warning 'hold % could not be released: %', v_due.id, sqlerrm;
        v_is_rejected := true;
    end;
    if v_is_rejected then
      -- The hold has expired, or the seller's changes rule out this part: cancel the release.
      perform cancel_scheduled_releases(v_due.team_id, array[v_due.id]);
    end if;
  end loop;
  return cardinality(v_hold_ids);
end $$;
