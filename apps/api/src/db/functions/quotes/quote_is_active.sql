-- Whether a quote waits for the client's response at `p_as_of`, so its status is shown as Active. Equals
-- `displayQuoteStatus` in packages/domain/src/lifecycles/quote-lifecycle.ts; db/predicates.test.ts compares them.
create or replace function quote_is_active(p_state text, p_expires_at timestamptz, p_as_of timestamptz)
  returns boolean language sql immutable parallel safe as $$
  select p_state = 'active' and p_expires_at > p_as_of
$$;
