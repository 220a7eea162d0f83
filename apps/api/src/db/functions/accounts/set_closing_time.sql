-- Trigger: dates the closing of an account, from which its data are erased after a delay.
create or replace function set_closing_time() returns trigger language plpgsql as $$
begin
  new.closed_at := case when new.status = 'removed' then clock_timestamp() end;
  return new;
end $$;
