-- Without a transaction
-- Retention finds the oldest rows of each table by an index.
create index concurrently if not exists sessions__by_age on sessions (created_at);
create index concurrently if not exists accounts__unconfirmed on accounts (created_at) where (status = 'pending');
create index concurrently if not exists quotes__answered_by_age on quotes (responded_at) where (responded_at is not null);
create index concurrently if not exists quote_history__by_age on quote_history (at);
create index concurrently if not exists quote_emails__by_age on quote_emails (requested_at);
create index concurrently if not exists checkout_contacts__by_age on checkout_contacts (updated_at);
create index concurrently if not exists email_verifications__by_age on email_verifications (requested_at);
create index concurrently if not exists signings__by_age on signings (started_at);
create index concurrently if not exists notifications__by_age on notifications (at);
create index concurrently if not exists client_proposals__by_age on client_proposals (proposed_at);
create index concurrently if not exists card_setups__by_age on card_setups (created_at);
create index concurrently if not exists holds__released_by_age on holds (created_at) where (state = 'released');
