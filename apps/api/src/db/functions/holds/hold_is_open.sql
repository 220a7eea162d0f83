-- Whether a hold reserves stock at `p_as_of`: the only definition. PostgreSQL inlines it, so partial indexes on these
-- states apply. Which predicate holds, by state and by whether `reserved_until` has passed:
--                        active            paying            released          sold
--                        before   after    before   after    before   after    any
--   hold_is_open         yes               yes
--   hold_is_current      yes               yes      yes
--   hold_ended_unsold             yes                        yes      yes
--   hold_expired_unsold           yes                                 yes
-- packages/domain/src/lifecycles/hold-lifecycle.ts explains the words open, current and ended.
create or replace function hold_is_open(p_state text, p_reserved_until timestamptz, p_as_of timestamptz)
  returns boolean language sql immutable parallel safe as $$
  select p_state in ('active', 'paying') and p_reserved_until > p_as_of
$$;
