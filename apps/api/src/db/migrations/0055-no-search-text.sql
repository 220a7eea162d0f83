-- The search index has taken its place.
alter table events drop column search_text;
