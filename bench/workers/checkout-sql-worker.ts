import type pg from 'pg'
import { openDatabase } from '../../apps/api/src/db/client.ts'
import { readConfig } from '../../apps/api/src/config/config.ts'
import { serve } from '../worker.ts'

export interface CheckoutSqlJob {
  databaseUrl: string
  listingIds: string[]
  teams: number
  concurrency: number
  seconds: number
}

/**
 * The bare SQL of a purchase, including the sandbox gateway's three transactions: lock, insert, update, commit. No
 * validation and no look-ups, through the server's pool.
 */
serve(async ({ databaseUrl, listingIds, teams, concurrency, seconds }: CheckoutSqlJob) => {
  const { databasePoolSize } = readConfig({ DATABASE_URL: databaseUrl })
  const { db, pool } = openDatabase({ url: databaseUrl, poolSize: databasePoolSize })
  const run = `${process.pid}x${Math.round(performance.now())}`
  const from = performance.now()
  const until = from + seconds * 1000
  let done = 0
  let number = 0

  async function buy(): Promise<void> {
    while (performance.now() < until) {
      const purchase = {
        name: `bare${run}x${(number += 1)}`,
        team: String(Math.floor(Math.random() * teams)),
        listing: listingIds[Math.floor(Math.random() * listingIds.length)] ?? '',
      }
      for (const [position, transaction] of transactions.entries()) {
        const client = await pool.connect()
        try {
          await runTransaction(client, transaction, { ...purchase, position })
        } finally {
          client.release()
        }
      }
      done += 1
    }
  }

  await Promise.all(Array.from({ length: concurrency }, buy))
  const elapsedSeconds = (performance.now() - from) / 1000
  await db.destroy()
  return done / elapsedSeconds
})

async function runTransaction(
  client: pg.PoolClient,
  statements: readonly string[],
  { name, team, listing, position }: { name: string; team: string; listing: string; position: number },
): Promise<void> {
  const isSingle = statements.length === 1
  if (!isSingle) await client.query('begin')
  for (const [index, text] of statements.entries()) {
    const values = [name, team, listing].slice(
      0,
      Math.max(1, ...[2, 3].filter((n) => text.includes(`$${n}`))),
    )
    await client.query({ name: `buy_${position}_${index}`, text, values })
  }
  if (!isSingle) await client.query('commit')
}

const price = '5000'
const total = `${price} * 21 / 10`

const transactions: readonly (readonly string[])[] = [
  // Hold.
  [
    `select quantity - sold from listings where id = $3 and $1 <> '' and $2 <> '' for no key update`,
    `insert into holds (id, team_id, created_by, listing_id, event_id, quantity, state, seller_price_minor, seller_currency,
      ticket_price_minor, buyer_currency, rate, fee_bp, expires_at, reserved_until)
    select 'hld_' || $1, 'tm_' || $2, 'usr_' || $2, id, event_id, 2, 'active', ${price}, 'GBP', ${price}, 'GBP', 1, 500,
      now() + interval '30 minutes', now() + interval '30 minutes' from listings where id = $3`,
    `update listings set version = version + 1 where id = $3 and $1 <> '' and $2 <> ''`,
    `insert into outbox (topic, subject, payload) values ('bench.placed', $1, '{}')`,
  ],
  // Attempt with its hold extension.
  [
    `select state from holds where id = 'hld_' || $1 for update`,
    `insert into checkout_attempts (id, team_id, account_id, state, gateway, card_token, amount_minor, tickets_minor, fee_minor,
      currency, email, phone, holds_extended_until)
    values ('att_' || $1, 'tm_' || $2, 'usr_' || $2, 'created', 'sandbox', 'pm_card_visa', ${total}, ${price} * 2,
      ${price} / 10, 'GBP', 'jo@example.test', '02079460000', now() + interval '10 minutes')`,
    `insert into checkout_attempt_lines (attempt_id, hold_id, listing_id, quantity)
    select 'att_' || $1, 'hld_' || $1, $3, 2 where $2 <> ''`,
    `update holds set state = 'paying', attempt_id = 'att_' || $1 where id = 'hld_' || $1`,
    `update listings set version = version + 1 where id = $3 and $1 <> '' and $2 <> ''`,
    `insert into outbox (topic, subject, payload) values ('bench.paying', $1, '{}')`,
  ],
  // The gateway creates the payment; its id is saved.
  [
    `insert into sandbox.idempotency_keys (key, params_hash) values ('create' || $1, '\\x00')`,
    `insert into sandbox.intents (id, status, amount, currency, description)
    values ('pi_' || $1, 'requires_payment_method', ${total}, 'gbp', 'bench')`,
    `update sandbox.idempotency_keys set status = 200, body = '{}' where key = 'create' || $1`,
  ],
  [
    `update checkout_attempts set gateway_payment_id = 'pi_' || $1, state = 'authorising' where id = 'att_' || $1`,
  ],
  // The gateway authorises.
  [
    `insert into sandbox.idempotency_keys (key, params_hash) values ('confirm' || $1, '\\x00')`,
    `select status from sandbox.intents where id = 'pi_' || $1 for update`,
    `insert into sandbox.charges (id, intent_id, amount, payment_method, state)
    values ('ch_' || $1, 'pi_' || $1, ${total}, 'pm_card_visa', 'authorised')`,
    `update sandbox.intents set status = 'requires_capture', payment_method = 'pm_card_visa', card_brand = 'visa',
      card_last4 = '4242' where id = 'pi_' || $1`,
    `insert into sandbox.events (id, type, object) values ('evt_a' || $1, 'payment_intent.amount_capturable_updated', '{}')`,
    `update sandbox.idempotency_keys set status = 200, body = '{}' where key = 'confirm' || $1`,
  ],
  // Order.
  [
    `update checkout_attempts set state = 'authorised' where id = 'att_' || $1`,
    `select sold from listings where id = $3 and $1 <> '' and $2 <> '' for no key update`,
    `update holds set state = 'sold' where id = 'hld_' || $1`,
    `update listings set sold = sold + 2, version = version + 1 where id = $3 and $1 <> '' and $2 <> ''`,
    `insert into outbox (topic, subject, payload) values ('bench.sold', $1, '{}')`,
    `insert into orders (id, number, team_id, account_id, attempt_id, tickets_minor, fee_minor, total_minor, currency, email,
      phone, card_brand, card_last4, gateway, gateway_payment_id)
    values ('ord_' || $1, nextval('order_numbers'), 'tm_' || $2, 'usr_' || $2, 'att_' || $1, ${price} * 2, ${price} / 10,
      ${total}, 'GBP', 'jo@example.test', '02079460000', 'visa', '4242', 'sandbox', 'pi_' || $1)`,
    `insert into order_lines (id, order_id, seller_team_id, listing_id, hold_id, event_id, quantity, price_minor, fee_minor,
      currency, seller_price_minor, seller_currency, state, snapshot)
    select 'oln_' || $1, 'ord_' || $1, seller_team_id, id, 'hld_' || $1, event_id, 2, ${price}, 250, 'GBP', ${price}, 'GBP',
      'confirmed', '{}' from listings where id = $3 and $2 <> ''`,
    `insert into order_line_transitions (line_id, to_state, actor, reason) values ('oln_' || $1, 'confirmed', 'bench', 'paid')`,
    `insert into ledger_transactions (kind, attempt_id, order_id) values ('sale', 'att_' || $1, 'ord_' || $1)`,
    `insert into ledger_entries (transaction_id, account, amount_minor, currency)
    select id, account, amount, 'GBP' from ledger_transactions, (values ('buyer', ${total}), ('gateway', ${total}),
      ('buyer', -(${total})), ('fees', -500), ('seller', -10000)) e (account, amount) where attempt_id = 'att_' || $1`,
    `insert into outbox (topic, subject, payload) values ('bench.ordered', $1, '{}')`,
    `update checkout_attempts set state = 'capturing' where id = 'att_' || $1`,
  ],
  // The gateway captures the payment; the attempt is confirmed.
  [
    `insert into sandbox.idempotency_keys (key, params_hash) values ('capture' || $1, '\\x00')`,
    `select status from sandbox.intents where id = 'pi_' || $1 for update`,
    `insert into sandbox.captures (id, intent_id, charge_id, amount) values ('cap_' || $1, 'pi_' || $1, 'ch_' || $1, ${total})`,
    `insert into sandbox.events (id, type, object) values ('evt_b' || $1, 'payment_intent.succeeded', '{}')`,
    `update sandbox.idempotency_keys set status = 200, body = '{}' where key = 'capture' || $1`,
  ],
  [`update checkout_attempts set state = 'confirmed' where id = 'att_' || $1`],
  // Response.
  [`select o.number, l.id from orders o join order_lines l on l.order_id = o.id where o.id = 'ord_' || $1`],
]
