-- Purchases are found by the team's internal note too. New notes are written into the text with the order.
update orders o set search_text = o.search_text || E'\n' || n.text
from (
  select id, regexp_replace(normalize(lower(internal_note), nfd), '[\u0300-\u036f]', '', 'g') as text
  from orders where internal_note is not null
) n
where n.id = o.id and strpos(o.search_text, n.text) = 0;
