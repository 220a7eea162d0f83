-- Without a transaction
create index concurrently if not exists quote_emails__by_recipient on quote_emails (lower(email), requested_at);
