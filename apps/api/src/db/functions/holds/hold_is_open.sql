-- Whether a hold reserves stock at `p_as_of`: the only definition. The column `holds.is_open` compares the state only, for
-- partial indexes, and stays true after expiry; PostgreSQL inlines this function, so these indexes apply. When each
-- predicate is true, by state, before and after `reserved_until`:
--                        active            paying            released          sold
--                        before   after    before   after    before   after    any
--   holds.is_open        yes      yes      yes      yes
--   hold_is_open         yes               yes
--   hold_is_current      yes               yes      yes
--   hold_ended_unsold             yes                        yes      yes
-- packages/domain/src/lifecycles/hold-lifecycle.ts explains the words open, current and ended.
create or replace function hold_is_open(p_is_open boolean, p_reserved_until timestamptz, p_as_of timestamptz)
  returns boolean language sql immutable parallel safe as $$
  select p_is_open and p_reserved_until > p_as_of
$$;
