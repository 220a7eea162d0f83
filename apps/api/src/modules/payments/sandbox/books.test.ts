import { money } from '@terrace/domain/money'
import { sql, type RawBuilder } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildTestApp, type TestApp } from '../../../test/build-test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await buildTestApp()
})
afterAll(() => app.close())

let keys = 0
const key = () => `books-${(keys += 1)}`
async function authorised(): Promise<string> {
  const { intentId } = await app.deps.gateway.createPayment({
    amount: money(10_00, 'GBP'),
    idempotencyKey: key(),
    description: 'Books',
    metadata: {},
  })
  await app.deps.gateway.confirmPayment({
    intentId,
    paymentMethod: 'pm_card_visa',
    returnUrl: '/',
    idempotencyKey: key(),
  })
  return intentId
}
async function captured(): Promise<string> {
  const intentId = await authorised()
  await app.deps.gateway.capturePayment({ intentId, idempotencyKey: key() })
  return intentId
}
const refused = (statement: RawBuilder<unknown>) =>
  expect(statement.execute(app.deps.sandbox.db)).rejects.toMatchObject({ code: '23514' })
const refund = (intentId: string, amount: number) => sql`
  insert into sandbox.refunds (id, intent_id, charge_id, amount)
  select ${`re_${key()}`}, intent_id, id, ${amount} from sandbox.charges where intent_id = ${intentId}`

test('the books refuse refunds beyond the capture, whoever writes them', async () => {
  const intentId = await captured()
  await refund(intentId, 6_00).execute(app.deps.sandbox.db)
  await refused(refund(intentId, 4_01))
  expect(await app.deps.gateway.retrievePayment(intentId)).toMatchObject({
    amountRefunded: money(6_00, 'GBP'),
  })
})

test('the books refuse a refund of what is only authorised', async () => {
  await refused(refund(await authorised(), 1))
})

test('the books refuse to leave succeeded and canceled, and to change an amount', async () => {
  const paid = await captured()
  await refused(sql`update sandbox.intents set status = 'canceled' where id = ${paid}`)
  await refused(sql`update sandbox.intents set amount = 1 where id = ${paid}`)
  await refused(sql`update sandbox.intents set amount_received = 5 where id = ${paid}`)
  const canceled = await authorised()
  await app.deps.gateway.cancelPayment({ intentId: canceled, idempotencyKey: key() })
  await refused(sql`update sandbox.intents set status = 'requires_capture' where id = ${canceled}`)
})

test('the books refuse a second live charge, a second capture and a capture in part', async () => {
  const intentId = await authorised()
  await expect(
    sql`insert into sandbox.charges (id, intent_id, amount, payment_method, state)
      values ('ch_second', ${intentId}, 1000, 'pm_card_visa', 'authorised')`.execute(app.deps.sandbox.db),
  ).rejects.toMatchObject({ constraint: 'charges__one_live' })
  const capture = (amount: number) => sql`
    insert into sandbox.captures (id, intent_id, charge_id, amount)
    select ${`cap_${key()}`}, intent_id, id, ${amount} from sandbox.charges where intent_id = ${intentId}`
  await refused(capture(9_99))
  await capture(10_00).execute(app.deps.sandbox.db)
  await expect(capture(10_00).execute(app.deps.sandbox.db)).rejects.toMatchObject({ code: '23505' })
})

test('money that is not set apart is not taken, and nobody is told that it was', async () => {
  const { db } = app.deps.sandbox
  const intentId = await authorised()
  await sql`update sandbox.charges set state = 'voided' where intent_id = ${intentId}`.execute(db)
  const capture = app.deps.gateway.capturePayment({ intentId, idempotencyKey: key() })
  await expect(capture).rejects.toMatchObject({ name: 'GatewayUnavailable' })
  expect(await app.deps.gateway.retrievePayment(intentId)).toMatchObject({ status: 'requires_capture' })
  const { rows } = await sql`select type from sandbox.events
    where object ->> 'id' = ${intentId} and type = 'payment_intent.succeeded'`.execute(db)
  expect(rows).toEqual([])
})

test('the books never change a capture or a refund', async () => {
  const intentId = await captured()
  await refund(intentId, 1_00).execute(app.deps.sandbox.db)
  for (const table of ['captures', 'refunds']) {
    await refused(sql`update ${sql.table(`sandbox.${table}`)} set amount = 1 where intent_id = ${intentId}`)
    await refused(sql`delete from ${sql.table(`sandbox.${table}`)} where intent_id = ${intentId}`)
  }
})

test('the books take back a refund that failed once, never change that, and take no second success', async () => {
  const intentId = await captured()
  await refund(intentId, 6_00).execute(app.deps.sandbox.db)
  const end = (outcome: string) => sql`
    insert into sandbox.refund_ends (refund_id, outcome)
    select id, ${outcome} from sandbox.refunds where intent_id = ${intentId}`
  await refused(end('succeeded'))
  await end('failed').execute(app.deps.sandbox.db)
  await expect(end('failed').execute(app.deps.sandbox.db)).rejects.toMatchObject({ code: '23505' })
  expect(await app.deps.gateway.retrievePayment(intentId)).toMatchObject({ amountRefunded: money(0, 'GBP') })
  const own = sql`refund_id in (select id from sandbox.refunds where intent_id = ${intentId})`
  await refused(sql`update sandbox.refund_ends set outcome = 'succeeded' where ${own}`)
  await refused(sql`delete from sandbox.refund_ends where ${own}`)
})

test('the secret key is made at random by the installation itself', async () => {
  expect(await app.deps.sandbox.secretKey()).toMatch(/^sk_sandbox_[0-9a-f]{64}$/)
  const made = sql<{ key: string }>`insert into sandbox.installation default values
    on conflict (only_row) do update set secret_key = excluded.secret_key returning secret_key as key`
  const [first, second] = [await made.execute(app.deps.sandbox.db), await made.execute(app.deps.sandbox.db)]
  expect(first.rows[0]?.key).not.toBe(second.rows[0]?.key)
})

test('what the sandbox does is not part of any transaction of ours', async () => {
  const intentId = await captured()
  const { rows } = await sql<{ constraint_name: string }>`
    select c.conname as constraint_name from pg_constraint c
    join pg_class t on t.oid = c.conrelid join pg_class r on r.oid = c.confrelid
    where (t.relnamespace = 'sandbox'::regnamespace) <> (r.relnamespace = 'sandbox'::regnamespace)`.execute(
    app.db,
  )
  expect(rows).toEqual([])
  // Ours rolls back; the provider's charge stands.
  await expect(
    app.db.transaction().execute(async () => {
      await app.deps.gateway.refundPayment({ intentId, idempotencyKey: key() })
      throw new Error('rolled back')
    }),
  ).rejects.toThrow('rolled back')
  expect(await app.deps.gateway.retrievePayment(intentId)).toMatchObject({
    amountRefunded: money(10_00, 'GBP'),
  })
})
