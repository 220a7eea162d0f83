import { money } from '@terrace/domain/money/money'
import { sql, type RawBuilder } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildTestApp, type TestApp } from '#api/test/harness/build-test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await buildTestApp()
})
afterAll(() => app.close())

let keys = 0
const key = () => `ledger-${(keys += 1)}`
async function authorisePayment(): Promise<string> {
  const { gatewayPaymentId } = await app.deps.gateway.createPayment({
    amount: money(10_00, 'GBP'),
    idempotencyKey: key(),
    description: 'Ledger test',
    metadata: {},
  })
  await app.deps.gateway.confirmPayment({
    gatewayPaymentId,
    paymentMethod: 'pm_card_visa',
    returnUrl: '/',
    idempotencyKey: key(),
  })
  return gatewayPaymentId
}
async function capturePayment(): Promise<string> {
  const gatewayPaymentId = await authorisePayment()
  await app.deps.gateway.capturePayment({ gatewayPaymentId, idempotencyKey: key() })
  return gatewayPaymentId
}
const expectRejected = (statement: RawBuilder<unknown>) =>
  expect(statement.execute(app.deps.sandbox.db)).rejects.toMatchObject({ code: '23514' })
const expectAppendOnly = (statement: RawBuilder<unknown>) =>
  expect(statement.execute(app.deps.sandbox.db)).rejects.toThrow('is append-only')
const refund = (gatewayPaymentId: string, amount: number) => sql`
  insert into sandbox.refunds (id, intent_id, charge_id, amount)
  select ${`re_${key()}`}, intent_id, id, ${amount} from sandbox.charges where intent_id = ${gatewayPaymentId}`

test('the database rejects refunds beyond the captured amount', async () => {
  const gatewayPaymentId = await capturePayment()
  await refund(gatewayPaymentId, 6_00).execute(app.deps.sandbox.db)
  await expectRejected(refund(gatewayPaymentId, 4_01))
  expect(await app.deps.gateway.retrievePayment(gatewayPaymentId)).toMatchObject({
    amountRefunded: money(6_00, 'GBP'),
  })
})

test('the database rejects a refund of an authorised payment', async () => {
  await expectRejected(refund(await authorisePayment(), 1))
})

test('the database rejects leaving succeeded or canceled, and changing an amount', async () => {
  const paid = await capturePayment()
  await expectRejected(sql`update sandbox.intents set status = 'canceled' where id = ${paid}`)
  await expectRejected(sql`update sandbox.intents set amount = 1 where id = ${paid}`)
  await expectRejected(sql`update sandbox.intents set amount_received = 5 where id = ${paid}`)
  const canceled = await authorisePayment()
  await app.deps.gateway.cancelPayment({ gatewayPaymentId: canceled, idempotencyKey: key() })
  await expectRejected(sql`update sandbox.intents set status = 'requires_capture' where id = ${canceled}`)
})

test('the database rejects a second live charge, a second capture and a partial capture', async () => {
  const gatewayPaymentId = await authorisePayment()
  await expect(
    sql`insert into sandbox.charges (id, intent_id, amount, payment_method, state)
      values ('ch_second', ${gatewayPaymentId}, 1000, 'pm_card_visa', 'authorised')`.execute(
      app.deps.sandbox.db,
    ),
  ).rejects.toMatchObject({ constraint: 'charges__one_live' })
  const capture = (amount: number) => sql`
    insert into sandbox.captures (id, intent_id, charge_id, amount)
    select ${`cap_${key()}`}, intent_id, id, ${amount} from sandbox.charges where intent_id = ${gatewayPaymentId}`
  await expectRejected(capture(9_99))
  await capture(10_00).execute(app.deps.sandbox.db)
  await expect(capture(10_00).execute(app.deps.sandbox.db)).rejects.toMatchObject({ code: '23505' })
})

test('an unauthorised payment cannot be captured, and no event reports a capture', async () => {
  const { db } = app.deps.sandbox
  const gatewayPaymentId = await authorisePayment()
  await sql`update sandbox.charges set state = 'voided' where intent_id = ${gatewayPaymentId}`.execute(db)
  const capture = app.deps.gateway.capturePayment({ gatewayPaymentId, idempotencyKey: key() })
  await expect(capture).rejects.toMatchObject({ name: 'GatewayUnavailable' })
  expect(await app.deps.gateway.retrievePayment(gatewayPaymentId)).toMatchObject({
    status: 'requires_capture',
  })
  const { rows } = await sql`select type from sandbox.events
    where object ->> 'id' = ${gatewayPaymentId} and type = 'payment_intent.succeeded'`.execute(db)
  expect(rows).toEqual([])
})

test('captures and refunds are immutable in the database', async () => {
  const gatewayPaymentId = await capturePayment()
  await refund(gatewayPaymentId, 1_00).execute(app.deps.sandbox.db)
  for (const table of ['captures', 'refunds']) {
    await expectAppendOnly(
      sql`update ${sql.table(`sandbox.${table}`)} set amount = 1 where intent_id = ${gatewayPaymentId}`,
    )
    await expectAppendOnly(
      sql`delete from ${sql.table(`sandbox.${table}`)} where intent_id = ${gatewayPaymentId}`,
    )
  }
})

test('a refund can fail once, for good, and cannot succeed twice', async () => {
  const gatewayPaymentId = await capturePayment()
  await refund(gatewayPaymentId, 6_00).execute(app.deps.sandbox.db)
  const insertOutcome = (outcome: string) => sql`
    insert into sandbox.refund_outcomes (refund_id, outcome)
    select id, ${outcome} from sandbox.refunds where intent_id = ${gatewayPaymentId}`
  await expectRejected(insertOutcome('succeeded'))
  await insertOutcome('failed').execute(app.deps.sandbox.db)
  await expect(insertOutcome('failed').execute(app.deps.sandbox.db)).rejects.toMatchObject({ code: '23505' })
  expect(await app.deps.gateway.retrievePayment(gatewayPaymentId)).toMatchObject({
    amountRefunded: money(0, 'GBP'),
  })
  const ownOutcomes = sql`refund_id in (select id from sandbox.refunds where intent_id = ${gatewayPaymentId})`
  await expectAppendOnly(sql`update sandbox.refund_outcomes set outcome = 'succeeded' where ${ownOutcomes}`)
  await expectAppendOnly(sql`delete from sandbox.refund_outcomes where ${ownOutcomes}`)
})

test('the installation generates a random secret key', async () => {
  expect(await app.deps.sandbox.secretKey()).toMatch(/^sk_sandbox_[0-9a-f]{64}$/)
  const insertInstallation = sql<{ key: string }>`insert into sandbox.installation default values
    on conflict (is_only) do update set secret_key = excluded.secret_key returning secret_key as key`
  const [first, second] = [
    await insertInstallation.execute(app.deps.sandbox.db),
    await insertInstallation.execute(app.deps.sandbox.db),
  ]
  expect(first.rows[0]?.key).not.toBe(second.rows[0]?.key)
})

test('the sandbox is not part of our transactions', async () => {
  const gatewayPaymentId = await capturePayment()
  const { rows } = await sql<{ constraint_name: string }>`
    select c.conname as constraint_name from pg_constraint c
    join pg_class t on t.oid = c.conrelid join pg_class r on r.oid = c.confrelid
    where (t.relnamespace = 'sandbox'::regnamespace) <> (r.relnamespace = 'sandbox'::regnamespace)`.execute(
    app.db,
  )
  expect(rows).toEqual([])
  // Our transaction rolls back; the gateway's charge remains.
  await expect(
    app.db.transaction().execute(async () => {
      await app.deps.gateway.refundPayment({ gatewayPaymentId, idempotencyKey: key() })
      throw new Error('rolled back')
    }),
  ).rejects.toThrow('rolled back')
  expect(await app.deps.gateway.retrievePayment(gatewayPaymentId)).toMatchObject({
    amountRefunded: money(10_00, 'GBP'),
  })
})
