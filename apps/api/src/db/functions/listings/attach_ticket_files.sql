-- Stores for each seat of a line which of these deliveries (`tickets`) is the file for that seat alone. A file for several
-- tickets belongs to no seat.
create or replace function attach_ticket_files(p_line_id text, p_ticket_ids text[]) returns void language sql as $$
  update listing_tickets t set file_id = f.id
  from order_lines line
  join tickets f on f.line_id = line.id and f.id = any(p_ticket_ids) and f.kind = 'file'
  join lateral (
    select s.ordinal, row_number() over (order by s.ordinal) as number
    from listing_tickets s where s.listing_id = line.listing_id and s.hold_id = line.hold_id
  ) sold on sold.number = coalesce(f.ticket_number, case when line.quantity = 1 then 1 end)
  where line.id = p_line_id and t.listing_id = line.listing_id and t.ordinal = sold.ordinal
$$;
