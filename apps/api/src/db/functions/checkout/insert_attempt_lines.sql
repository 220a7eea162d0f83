-- Adds locked holds to their attempts, with the encrypted attendees, and extends them for the payment.
create or replace function insert_attempt_lines(
  p_attempt_ids text[], p_hold_ids text[], p_attendees bytea[], p_extended_until timestamptz)
  returns void language plpgsql as $$
begin
  insert into checkout_attempt_lines (attempt_id, hold_id, listing_id, quantity, attendees)
  select line.attempt_id, h.id, h.listing_id, h.quantity, line.attendees
  from unnest(p_attempt_ids, p_hold_ids, p_attendees) as line (attempt_id, hold_id, attendees)
  join holds h on h.id = line.hold_id;
  perform transition_holds(p_hold_ids, p_attempt_ids, 'paying', 'hold.payment_started', p_extended_until, 0);
end $$;
