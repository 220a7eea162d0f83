-- Finds the sections of withdrawn listings, which stay valid as a filter.
create index listings__withdrawn_by_event on listings (event_id, section) where (status = 'withdrawn');
