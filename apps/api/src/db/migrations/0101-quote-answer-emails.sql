alter table quotes add column answer_emails_until timestamptz;

comment on column quotes.answer_emails_until is
  'Until then, no further email about the client''s answers is planned; null if none was.';
