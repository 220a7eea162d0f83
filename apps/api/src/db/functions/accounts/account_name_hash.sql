-- How an email address or username is stored where only equality matters.
create or replace function account_name_hash(p_name text) returns bytea language sql immutable as $$
  select sha256(convert_to(lower(p_name), 'UTF8'))
$$;
