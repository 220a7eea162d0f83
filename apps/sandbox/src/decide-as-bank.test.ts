import { afterAll, beforeAll, expect, test } from 'vitest'
import { decideDispute, decideRefund } from './decide-as-bank.ts'
import { openTestSandbox, type TestSandbox } from './test/test-sandbox.ts'

let sandbox: TestSandbox
beforeAll(async () => {
  sandbox = await openTestSandbox()
})
afterAll(() => sandbox.close())

async function captured(card: string): Promise<string> {
  const id = await sandbox.createIntent()
  await sandbox.confirm(id, card)
  await sandbox.capture(id)
  return id
}

test('[X-ORDER-03] the bank returns a refund once, and the money can be refunded again', async () => {
  const intent = await captured('pm_card_visa')
  const refund = async () => String((await sandbox.post('/refunds', { payment_intent: intent })).body['id'])
  const id = await refund()
  decideRefund(sandbox.store, id, 'failed')
  expect((await sandbox.get(`/refunds/${id}`)).body).toMatchObject({ status: 'failed' })
  for (const outcome of ['failed', 'succeeded'] as const)
    expect(() => decideRefund(sandbox.store, id, outcome)).toThrow('No refund with this id')
  expect(await refund()).not.toBe(id)
})

test('the bank accepts a pending refund once', async () => {
  const intent = await captured('pm_card_visa')
  sandbox.faults.plan({ on: 'refund', kind: 'slow' })
  const { body } = await sandbox.post('/refunds', { payment_intent: intent })
  expect(body['status']).toBe('pending')
  decideRefund(sandbox.store, String(body['id']), 'succeeded')
  expect(() => decideRefund(sandbox.store, String(body['id']), 'succeeded')).toThrow('No refund with this id')
})

test('the bank decides a dispute once', async () => {
  const intent = await captured('pm_sandbox_disputed')
  const disputes = async () => {
    const { data } = (await sandbox.get('/disputes?created[gte]=1&limit=10')).body
    return (data as { id: string; payment_intent: string; status: string }[]).filter(
      ({ payment_intent }) => payment_intent === intent,
    )
  }
  const id = (await disputes())[0]?.id ?? ''
  decideDispute(sandbox.store, id, 'won')
  expect(await disputes()).toMatchObject([{ status: 'won' }])
  expect(() => decideDispute(sandbox.store, id, 'lost')).toThrow('No open dispute with this id')
})
