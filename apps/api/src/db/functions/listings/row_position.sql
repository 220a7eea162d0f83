-- Where a row is, to compare it with others of its section: rows are numbered, or have one letter. Null: unknown.
create or replace function row_position(p_row text) returns integer language sql immutable parallel safe as $$
  select case
    when p_row ~ '^[0-9]{1,5}$' then p_row::integer
    -- Far from every number, so that row A is not near row 1.
    when p_row ~ '^[A-Za-z]$' then 1000000 + ascii(upper(p_row))
  end
$$;
