-- Without a transaction
-- Exports and erasures find everyone who has ever answered a quote.
create index concurrently if not exists quote_history__answers_by_email on quote_history (lower(details ->> 'email'))
  where (details ? 'email');
