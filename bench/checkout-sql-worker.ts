import { openDatabase } from '../apps/api/src/db/client.ts'
import { readConfig } from '../apps/api/src/config.ts'
import { serve } from './worker.ts'

export interface CheckoutSqlWish {
  databaseUrl: string
  listingIds: string[]
  teams: number
  concurrency: number
  seconds: number
}

/**
 * The rows that a purchase leaves behind, with nothing around them: one statement for each transaction that the path cannot do
 * without (hold; attempt and lease; order; done), and one for each of the three calls of the gateway, whose books are in the same
 * database. No judgement, no lock waits but those of the rows themselves, through the pool that the server has.
 */
serve(async ({ databaseUrl, listingIds, teams, concurrency, seconds }: CheckoutSqlWish) => {
  const { databasePool } = readConfig({ DATABASE_URL: databaseUrl })
  const { db, pool } = openDatabase({ url: databaseUrl, poolSize: databasePool })
  const run = process.pid
  const from = performance.now()
  const until = from + seconds * 1000
  let done = 0
  let number = 0

  async function buy(): Promise<void> {
    while (performance.now() < until) {
      const name = `bare${run}x${Math.round(from)}x${(number += 1)}`
      const team = String(Math.floor(Math.random() * teams))
      const listing = listingIds[Math.floor(Math.random() * listingIds.length)]
      for (const [place, text] of statements.entries()) {
        const values = [name, team, listing].slice(0, parameters[place])
        await pool.query({ name: `buy_${place}`, text, values })
      }
      done += 1
    }
  }

  await Promise.all(Array.from({ length: concurrency }, buy))
  const took = (performance.now() - from) / 1000
  await db.destroy()
  return done / took
})

const hold = `
  with taken as (
    update listings set version = version + 1 where id = $3 and quantity - sold >= 2
    returning id, event_id, price_minor, version
  ), held as (
    insert into holds (id, team_id, created_by, listing_id, event_id, quantity, state, seller_minor, seller_currency,
      buyer_minor, buyer_currency, rate, fee_bp, expires_at, reserved_until)
    select 'hld_' || $1, 'tm_' || $2, 'usr_' || $2, id, event_id, 2, 'active', price_minor, 'GBP', price_minor, 'GBP', 1,
      500, now() + interval '30 minutes', now() + interval '30 minutes' from taken
  )
  insert into outbox (topic, subject, payload)
  select 'bench.placed', id, jsonb_build_object('listingId', id, 'version', version) from taken`

const attempt = `
  with paying as (
    update holds set state = 'paying', attempt_id = 'att_' || $1 where id = 'hld_' || $1 returning listing_id, buyer_minor
  ), made as (
    insert into checkout_attempts (id, team_id, account_id, state, gateway, card_token, amount_minor, tickets_minor,
      fee_minor, currency, email, phone, lease_until)
    select 'att_' || $1, 'tm_' || $2, 'usr_' || $2, 'created', 'sandbox', 'pm_card_visa', buyer_minor * 21 / 10,
      buyer_minor * 2, buyer_minor / 10, 'GBP', 'jo@example.test', '02079460000', now() + interval '10 minutes' from paying
    returning id
  ), lines as (
    insert into checkout_attempt_lines (attempt_id, hold_id, listing_id, quantity)
    select 'att_' || $1, 'hld_' || $1, listing_id, 2 from paying
  )
  insert into outbox (topic, subject, payload) select 'bench.paying', listing_id, '{}' from paying`

const announced = `
  with kept as (
    insert into sandbox.idempotency_keys (key, params_hash, status, body) values ('create' || $1, '\\x00', 200, '{}')
  ), intent as (
    insert into sandbox.intents (id, status, amount, currency, description)
    select 'pi_' || $1, 'requires_payment_method', amount_minor, 'gbp', 'bench' from checkout_attempts where id = 'att_' || $1
    returning id
  )
  update checkout_attempts set intent_id = 'pi_' || $1, state = 'authorising' where id = 'att_' || $1`

const confirmed = `
  with kept as (
    insert into sandbox.idempotency_keys (key, params_hash, status, body) values ('confirm' || $1, '\\x00', 200, '{}')
  ), moved as (
    update sandbox.intents set status = 'requires_capture', payment_method = 'pm_card_visa', card_brand = 'visa',
      card_last4 = '4242' where id = 'pi_' || $1 returning amount
  )
  insert into sandbox.charges (id, intent_id, amount, payment_method, state)
  select 'ch_' || $1, 'pi_' || $1, amount, 'pm_card_visa', 'authorised' from moved`

const ordered = `
  with attempt as (
    update checkout_attempts set state = 'capturing' where id = 'att_' || $1
    returning team_id, account_id, amount_minor, tickets_minor, fee_minor
  ), sold as (
    update holds set state = 'sold' where id = 'hld_' || $1 returning listing_id, event_id, buyer_minor
  ), stock as (
    update listings set sold = sold + 2, version = version + 1 where id = $3 returning id, seller_team_id
  ), placed as (
    insert into orders (id, number, team_id, account_id, attempt_id, tickets_minor, fee_minor, total_minor, currency, email,
      phone, card_brand, card_last4, gateway, intent_id)
    select 'ord_' || $1, nextval('order_numbers'), team_id, account_id, 'att_' || $1, tickets_minor, fee_minor,
      tickets_minor + fee_minor, 'GBP', 'jo@example.test', $2, 'visa', '4242', 'sandbox', 'pi_' || $1 from attempt
    returning id, total_minor
  ), line as (
    insert into order_lines (id, order_id, seller_team_id, listing_id, hold_id, event_id, quantity, price_minor, fee_minor,
      currency, seller_price_minor, seller_currency, state, facts)
    select 'oln_' || $1, 'ord_' || $1, stock.seller_team_id, stock.id, 'hld_' || $1, event_id, 2, buyer_minor,
      buyer_minor / 20, 'GBP', buyer_minor, 'GBP', 'confirmed', '{}' from stock, sold
  ), moved as (
    insert into order_line_transitions (line_id, to_state, actor, reason)
    select 'oln_' || $1, 'confirmed', 'bench', 'paid' from stock
  ), booking as (
    insert into ledger_transactions (kind, attempt_id, order_id) select 'sale', 'att_' || $1, id from placed returning id
  ), entries as (
    insert into ledger_entries (transaction_id, account, amount_minor, currency)
    select booking.id, account, amount, 'GBP' from booking, placed,
      lateral (values ('buyer', total_minor), ('gateway', total_minor), ('buyer', -total_minor), ('fees', 0),
        ('seller', -total_minor)) e (account, amount)
  )
  insert into outbox (topic, subject, payload)
  select topic, id, '{}' from placed, (values ('bench.sold'), ('bench.ordered')) t (topic)`

const captured = `
  with kept as (
    insert into sandbox.idempotency_keys (key, params_hash, status, body) values ('capture' || $1, '\\x00', 200, '{}')
  )
  insert into sandbox.captures (id, intent_id, charge_id, amount)
  select 'cap_' || $1, id, 'ch_' || $1, amount from sandbox.intents where id = 'pi_' || $1`

const settled = `update checkout_attempts set state = 'confirmed', driver = null where id = 'att_' || $1`

const statements = [hold, attempt, announced, confirmed, ordered, captured, settled]
const parameters = [3, 2, 1, 1, 3, 1, 1]
