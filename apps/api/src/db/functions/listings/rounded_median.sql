-- An amount rounded to the step of 1, 2 or 5 times a power of ten that is nearest below 2 % of it: 18,750 becomes 18,800,
-- and 4,310 becomes 4,300. At least 1.
create or replace function rounded_median(p_minor numeric) returns bigint language sql immutable parallel safe as $$
  select greatest(1, round(p_minor / step) * step)::bigint
  from (
    select greatest(1, power(10::numeric, exponent) * case
      when p_minor * 0.02 / power(10::numeric, exponent) >= 5 then 5
      when p_minor * 0.02 / power(10::numeric, exponent) >= 2 then 2 else 1 end) as step
    from (select floor(log(greatest(p_minor * 0.02, 1))) as exponent) e
  ) s
$$;
