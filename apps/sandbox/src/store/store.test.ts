import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { nextKey, openTestSandbox, type TestSandbox } from '../test/test-sandbox.ts'
import { purgeOldRows } from './purge-old-rows.ts'

let folder: string
let sandbox: TestSandbox
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'terrace-sandbox-'))
  sandbox = await openTestSandbox({ file: join(folder, 'sandbox.sqlite') })
})
afterEach(async () => {
  await sandbox.close()
  rmSync(folder, { recursive: true })
})

async function captured(): Promise<string> {
  const id = await sandbox.createIntent()
  await sandbox.confirm(id, 'pm_card_visa')
  await sandbox.capture(id)
  return id
}

test('a payment and the response to its key are still there after a restart', async () => {
  const id = await sandbox.createIntent()
  const key = nextKey()
  const first = await sandbox.confirm(id, 'pm_card_visa', key)
  // Nothing is closed, as when the process is killed.
  const restarted = await openTestSandbox({ file: join(folder, 'sandbox.sqlite') })
  expect(await restarted.confirm(id, 'pm_card_visa', key)).toEqual(first)
  expect((await restarted.get(`/payment_intents/${id}`)).body['status']).toBe('requires_capture')
  await restarted.close()
})

test('an error undoes the changes of its transaction', () => {
  const { store } = sandbox
  expect(() =>
    store.inTransaction(() => {
      store.run("insert into customers (id, name, metadata) values ('cus_1', 'One', '{}')")
      throw new Error('stopped')
    }),
  ).toThrow('stopped')
  expect(store.list('select * from customers')).toEqual([])
})

test.each([
  ["update intents set status = 'canceled' where id = :id", /cannot change/],
  ['update intents set amount = 1 where id = :id', /cannot change/],
  ['update intents set amount_received = 5 where id = :id', /intents__received_when_captured/],
  ['update intents set amount_refunded = 1001 where id = :id', /intents__refunds_within_capture/],
])('[X-PAY-01] the store rejects: %s', async (statement, problem) => {
  const id = await captured()
  expect(() => sandbox.store.run(statement, { id })).toThrow(problem)
})

test('events and responses are deleted after a month', async () => {
  const old = Date.now() - 31 * 86_400_000
  const recent = await captured()
  const { store } = sandbox
  const eventsBefore = store.list('select id from events')
  store.run(
    `insert into events (id, type, object, next_attempt_at, created_at) values ('evt_old', 'x', '{}', 0, :old)`,
    {
      old,
    },
  )
  store.run(
    "insert into idempotency_keys (key, call_hash, status, body, created_at) values ('old', '', 200, '{}', :old)",
    { old },
  )
  purgeOldRows(store)
  expect(store.list('select id from events')).toEqual(eventsBefore)
  expect(store.list("select key from idempotency_keys where key = 'old'")).toEqual([])
  expect((await sandbox.get(`/payment_intents/${recent}`)).status).toBe(200)
})
