comment on column listing_tickets.file_id is 'The delivery (`tickets`) whose file is for this seat alone.';
