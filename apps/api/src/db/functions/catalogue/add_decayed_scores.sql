-- The score of two scores together: ln(exp(p_a) + exp(p_b)) without leaving the range of the type.
create or replace function add_decayed_scores(p_a double precision, p_b double precision) returns double precision
  language sql immutable parallel safe as $$
  select greatest(p_a, p_b) + ln(1 + exp(-least(abs(p_a - p_b), 700)))
$$;
