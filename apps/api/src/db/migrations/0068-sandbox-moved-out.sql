-- The sandbox keeps its own data (ADR 0027). It starts empty: orders paid before stay, their payments are unknown to it.
drop schema sandbox cascade;

-- A payment that was not authorised yet ends without a charge, as after a crash before it was created.
update checkout_attempts set state = 'created', gateway_payment_id = null, next_action = null, customer_id = null
where gateway = 'sandbox' and state in ('authorising', 'requires_action');

delete from saved_cards where gateway = 'sandbox';
delete from card_setups where gateway = 'sandbox';
delete from card_customers where gateway = 'sandbox';
