create or replace function assert_distinct(p_kind text, p_ids text[]) returns void language plpgsql immutable as $$
begin
  if (select count(*) <> count(distinct id) from unnest(p_ids) id) then
    raise exception 'no % may appear twice in one call', p_kind;
  end if;
end $$;
