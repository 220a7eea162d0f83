-- Invariant: what a client has accepted keeps the price that they said yes to. Of answers from before 0073-agreed-prices it
-- stands in the quote's history alone, as a decimal of as many places as the currency has.
update quote_offers o
set agreed_minor = replace(line -> 'price' ->> 'amount', '.', '')::bigint
from (
  select distinct on (h.quote_id) h.quote_id, h.facts -> 'offers' as offers
  from quote_history h where h.what = 'accepted' order by h.quote_id, h.id desc
) said
cross join jsonb_array_elements(said.offers) line
where o.quote_id = said.quote_id and o.id = line ->> 'offer_id' and o.accepted > 0 and o.agreed_minor is null;
