import { Writable } from 'node:stream'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestSandbox, testKeys, type TestSandbox } from './test/test-sandbox.ts'

const number = '4000056655665556'
const printed = '4000 0566 5566 5556'

let sandbox: TestSandbox
let log = ''
beforeAll(async () => {
  const stream = new Writable({
    write(chunk, _encoding, done) {
      log += String(chunk)
      done()
    },
  })
  sandbox = await openTestSandbox({ logger: pino({ level: 'trace' }, stream) })
})
afterAll(() => sandbox.close())

const routes = [
  'GET /sandbox/card-frame',
  'GET /sandbox/challenge/:id',
  'POST /sandbox/challenge/:id',
  'POST /sandbox/v1/payment_intents',
  'GET /sandbox/v1/payment_intents/:id',
  'POST /sandbox/v1/payment_intents/:id/confirm',
  'POST /sandbox/v1/payment_intents/:id/capture',
  'POST /sandbox/v1/payment_intents/:id/cancel',
  'POST /sandbox/v1/refunds',
  'POST /sandbox/v1/customers',
  'POST /sandbox/v1/customers/:id',
  'POST /sandbox/v1/payment_methods/:id/detach',
  'POST /sandbox/v1/setup_intents',
  'POST /sandbox/v1/setup_intents/:id/confirm',
  'GET /sandbox/v1/disputes',
  'GET /sandbox/:id',
].map((route) => route.split(' ') as ['GET' | 'POST', string])

async function statusOf(
  [method, url]: (typeof routes)[number],
  body?: { type: string; text: string },
): Promise<number> {
  const response = await sandbox.server.inject({
    method,
    url,
    headers: {
      authorization: `Bearer ${testKeys.secretKey}`,
      'idempotency-key': 'a-key',
      ...(body && { 'content-type': body.type }),
    },
    ...(body && { payload: body.text }),
  })
  expect(response.body).not.toContain(number)
  return response.statusCode
}

const json = (value: unknown) => ({ type: 'application/json', text: JSON.stringify({ value }) })

test.each(routes)('[X-PAY-03] %s %s accepts a card number in no part of a request', async (method, url) => {
  const path = url.replace(':id', 'pi_1')
  expect(await statusOf([method, `${path}?note=${number}`])).toBe(422)
  expect(await statusOf([method, `${path}?note=${encodeURIComponent(printed)}`])).toBe(422)
  if (url.includes(':id')) expect(await statusOf([method, url.replace(':id', number)])).toBe(422)
  if (method === 'GET') return
  for (const value of [number, printed, Number(number), { deep: [number] }])
    expect(await statusOf([method, path], json(value))).toBe(422)
})

test('[X-PAY-03] the form of the bank’s page accepts no card number', async () => {
  const form = { type: 'application/x-www-form-urlencoded', text: `decision=approve&card=${number}` }
  expect(await statusOf(['POST', '/sandbox/challenge/pi_1'], form)).toBe(422)
})

test('[X-PAY-03] an unreadable body is rejected without repeating its content, and nothing is logged', async () => {
  for (const type of ['application/json', 'text/plain'])
    expect(
      await statusOf(['POST', '/sandbox/v1/payment_intents'], { type, text: `{"card": ${number}` }),
    ).toBeGreaterThanOrEqual(400)
  sandbox.server.log.info('the log works')
  expect(log).toContain('the log works')
  for (const text of [number, printed, encodeURIComponent(printed)]) expect(log).not.toContain(text)
})

test('[X-PAY-03] no column of the store accepts a card number', () => {
  const columns = sandbox.store.list(`
    select name from pragma_table_info('intents') union all select name from pragma_table_info('payment_methods')
    union all select name from pragma_table_info('setups')`)
  expect(columns.filter(({ name }) => /number|cvc|pan/.test(String(name)))).toEqual([])
  expect(() =>
    sandbox.store.run(
      `insert into intents (id, status, amount, currency, description, metadata, saves_card, created_at,
        payment_method, card_brand, card_last4)
      values ('pi_x', 'requires_capture', 100, 'gbp', '', '{}', 0, 0, :number, 'visa', '5556')`,
      { number },
    ),
  ).toThrow(/CHECK constraint failed/)
})
