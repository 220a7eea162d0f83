-- The score of one action of this weight at this time: it loses half its value every three days. A logarithm over a
-- fixed origin, so the order of two events does not change by itself and an index can hold it.
create or replace function decayed_score(p_weight double precision, p_at timestamptz) returns double precision
  language sql immutable parallel safe as $$
  select ln(p_weight) + ln(2.0) * (extract(epoch from p_at) - 1767225600) / (3 * 86400)
$$;
