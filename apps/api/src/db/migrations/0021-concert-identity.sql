-- Concerts are identified by their programme, day and time; their place in the list of the file could change.
alter table events disable trigger user;
update events e
set source_key = regexp_replace(e.source_key, '-[0-9]+$', '') || to_char(e.source_local_at, '-YYYY-MM-DD-HH24-MI')
from categories c
where c.id = e.category_id and c.slug = 'new-york-philharmonic' and e.source_key ~ '/[0-9]+-[0-9]{1,2}$';
alter table events enable trigger user;
