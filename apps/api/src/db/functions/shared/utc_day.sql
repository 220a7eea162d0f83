-- The calendar day of a time in UTC.
create or replace function utc_day(p_at timestamptz) returns date language sql immutable parallel safe as $$
  select (p_at at time zone 'UTC')::date
$$;
