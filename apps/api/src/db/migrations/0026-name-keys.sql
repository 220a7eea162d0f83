-- Names in matching form keep the letters of every script. Names whose other letters were dropped, such as "2" for
-- Зенит-2, get the new form; other spellings get it when their file is imported again.
create temporary table renamed_keys on commit drop as
with own_names as (
  select 'performer' as type, id, name from performers
  union all select 'venue', id, name from venues
  union all select 'competition', c.id, c.name from categories c join competitions p on p.category_id = c.id
)
select type, id,
  -- Until now: Latin letters and digits only.
  btrim(regexp_replace(lower(name), '[^a-z0-9]+', ' ', 'g')) as old_key,
  btrim(regexp_replace(
    lower(regexp_replace(normalize(name, nfkd), '[\u0300-\u036f]', '', 'g') collate pg_c_utf8),
    '[^[:alnum:]]+', ' ', 'g')) as new_key
from own_names
where name ~ '[\u0370-\u1dff\u1f00-\u1fff\u2c00-\ud7ff\uf900-\ufdff]';

insert into performer_aliases (scope, name_key, performer_id)
select distinct a.scope, r.new_key, r.id from renamed_keys r join performer_aliases a on a.performer_id = r.id
where r.type = 'performer' and r.new_key <> ''
on conflict do nothing;

insert into venue_aliases (scope, name_key, venue_id)
select scope, r.new_key, r.id from renamed_keys r join venues v on v.id = r.id
cross join unnest(array['', v.country_code]) as scope
where r.type = 'venue' and r.new_key <> ''
on conflict do nothing;

insert into competition_names (name_key, category_id)
select new_key, id from renamed_keys where type = 'competition' and new_key <> ''
on conflict do nothing;

-- A key with a whole Latin word still names its owner.
delete from performer_aliases a using renamed_keys r
where r.type = 'performer' and a.performer_id = r.id and a.name_key !~ '[a-z]{4}'
  and (a.name_key = r.old_key or a.name_key ~ '^n [0-9a-z]{7}$');
delete from venue_aliases a using renamed_keys r
where r.type = 'venue' and a.venue_id = r.id and a.name_key !~ '[a-z]{4}'
  and (a.name_key = r.old_key or a.name_key ~ '^n [0-9a-z]{7}$');
