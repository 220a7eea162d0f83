-- Stored descriptions of tickets use the code's word for how they are delivered; the wire and the column of listings keep
-- `ticket_type`.
update order_lines set snapshot = snapshot - 'ticketType' || jsonb_build_object('deliveryType', snapshot -> 'ticketType')
where snapshot ? 'ticketType';
update quote_offers set snapshot = snapshot - 'ticketType' || jsonb_build_object('deliveryType', snapshot -> 'ticketType')
where snapshot ? 'ticketType';

comment on column listings.ticket_type is 'The delivery type: how the tickets are delivered.';
comment on table tickets is
  'What a seller delivered: a file, a link or a reference, for one ticket of a line or for all of them.';
