-- Hash of what a plan says about blocks and their categories.
create or replace function hash_blocks(p_plan jsonb) returns text language sql immutable parallel safe as $$
  select md5(jsonb_build_array(p_plan -> 'blocks', p_plan -> 'categories')::text)
$$;
