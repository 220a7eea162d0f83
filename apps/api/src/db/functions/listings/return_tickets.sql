-- Frees the tickets of reversed sales, whose listings the caller has locked.
create or replace function return_tickets(p_hold_ids text[]) returns void language plpgsql as $$
begin
  delete from listing_tickets t using holds h
  where h.id = any(p_hold_ids) and t.listing_id = h.listing_id and t.hold_id = h.id
    and t.barcode_digest is null and t.file_id is null;
  update listing_tickets t set state = 'free', hold_id = null from holds h
  where h.id = any(p_hold_ids) and t.listing_id = h.listing_id and t.hold_id = h.id;
end $$;
