-- The numbers, from 1, of purchases that must not start now. `is_busy`: more than `max_undecided` other payments of the account
-- are undecided, and each may still be declined; the purchase itself is not counted. Otherwise the account's number of declined
-- cards is no longer `recent_declines`, as the caller has read it. Elements of p_attempts without limits are not checked. Locks
-- the accounts until the transaction ends, so that payments that start at the same time are counted. Advisory locks, because
-- a row lock would write the row.
create or replace function limited_requests(p_attempts jsonb, p_handled_requests integer[])
  returns table (request integer, is_busy boolean) language plpgsql as $$
#variable_conflict use_column
begin
  perform pg_advisory_xact_lock(hashtext('payments.account'), account.key)
  from (
    select distinct hashtext(a ->> 'account_id') as key from jsonb_array_elements(p_attempts) a
    where a ->> 'max_undecided' is not null order by key
  ) account;

  return query
    select a.request::integer, undecided.count > (a.value ->> 'max_undecided')::integer
    from jsonb_array_elements(p_attempts) with ordinality as a (value, request)
    cross join lateral (
      select count(*) from checkout_attempts c
      where c.is_open and c.team_id = a.value ->> 'team_id' and c.account_id = a.value ->> 'account_id'
        and c.state in ('created', 'authorising', 'requires_action')
    ) undecided
    cross join lateral (
      select count(*) from payment_failures f
      where f.account_id = a.value ->> 'account_id' and f.failed_at > clock_timestamp() - interval '1 day'
    ) declined
    where a.value ->> 'max_undecided' is not null and a.request <> all(p_handled_requests)
      and (undecided.count > (a.value ->> 'max_undecided')::integer
        or declined.count <> (a.value ->> 'recent_declines')::integer);
end $$;
