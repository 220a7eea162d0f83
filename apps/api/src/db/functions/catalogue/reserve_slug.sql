-- Gives the row the first free slug of `p_choices`; false where all are taken. The unique index decides, so a concurrent
-- transaction that takes the same slug is harmless.
create or replace function reserve_slug(p_table regclass, p_id integer, p_choices text[])
  returns boolean language plpgsql as $$
declare
  v_choice text;
begin
  foreach v_choice in array p_choices loop
    begin
      execute format('update %s set slug = $1 where id = $2 and slug <> $1', p_table) using v_choice, p_id;
      return true;
    exception when unique_violation then
      continue;
    end;
  end loop;
  return false;
end $$;
