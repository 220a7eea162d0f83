import { money } from '@terrace/domain/money'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { asBank } from '../../../test/as-bank.ts'
import { buildTestApp, type TestApp } from '../../../test/build-test-app.ts'
import type { PaymentState } from '../payments.port.ts'
import { testPaymentGateway } from '../payments.suite.ts'
import type { Fault } from '../sandbox/faults.ts'
import { createSandboxGateway } from './sandbox.ts'

let app: TestApp
beforeAll(async () => {
  app = await buildTestApp()
})
afterAll(() => app.close())

async function answerChallenge(url: string, answer: 'approve' | 'fail'): Promise<void> {
  const response = await app.app.inject({
    method: 'POST',
    url,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: `answer=${answer}`,
  })
  expect(response.statusCode).toBe(303)
}

const { refundBank } = asBank(() => app.deps.sandbox)

describe('the sandbox gateway', () => {
  testPaymentGateway(() => ({ gateway: app.deps.gateway, answerChallenge, refundBank }))
})

/** The gateway as it is, but without its pauses. */
function gateway(options: { timeoutMs?: number; retryDelaysMs?: number[] } = {}) {
  const { sandbox } = app.deps
  return createSandboxGateway({
    ...sandbox.door,
    secretKey: sandbox.secretKey,
    retryDelaysMs: [0, 0],
    ...options,
  })
}
let keys = 0
const nextKey = () => `adapter-${(keys += 1)}`
const announce = () =>
  gateway().createPayment({
    amount: money(20_00, 'EUR'),
    idempotencyKey: nextKey(),
    description: 'A test',
    metadata: {},
  })
async function authorise(options?: Parameters<typeof gateway>[0]): Promise<PaymentState> {
  const { intentId } = await announce()
  return gateway(options).confirmPayment({
    intentId,
    paymentMethod: 'pm_card_visa',
    returnUrl: '/',
    idempotencyKey: nextKey(),
  })
}

const lost: Fault['kind'][] = ['fail_before', 'fail_after', 'cut_before', 'cut_after']

test.for(lost)('a capture whose answer is lost (%s) is sent again and captures once', async (kind) => {
  const { intentId } = await authorise()
  app.deps.sandbox.faults.plan({ on: 'capture', kind } as Fault)
  expect(await gateway().capturePayment({ intentId, idempotencyKey: nextKey() })).toMatchObject({
    status: 'succeeded',
  })
})

test('a call that arrives twice has one effect', async () => {
  app.deps.sandbox.faults.plan({ on: 'confirm', kind: 'twice' })
  expect(await authorise()).toMatchObject({ status: 'requires_capture' })
})

test('a provider that stays away is unavailable after a bounded number of tries, and the key still works later', async () => {
  const { intentId } = await authorise()
  const { faults } = app.deps.sandbox
  const before = faults.calls.length
  for (const kind of ['cut_after', 'fail_before', 'cut_before'] as const) faults.plan({ on: 'capture', kind })
  const call = { intentId, idempotencyKey: nextKey() }
  await expect(gateway().capturePayment(call)).rejects.toMatchObject({
    name: 'GatewayUnavailable',
    retryable: true,
  })
  expect(faults.calls.slice(before)).toEqual(['capture', 'capture', 'capture'])
  expect(await gateway().capturePayment(call)).toMatchObject({ status: 'succeeded' })
})

test('a call that hangs is given up in time, and its effect is found afterwards', async () => {
  const gate = Promise.withResolvers<void>()
  const { intentId } = await authorise()
  app.deps.sandbox.faults.plan({ on: 'capture', kind: 'wait_after', until: gate.promise })
  const call = { intentId, idempotencyKey: nextKey() }
  await expect(gateway({ timeoutMs: 200, retryDelaysMs: [] }).capturePayment(call)).rejects.toMatchObject({
    name: 'GatewayUnavailable',
  })
  gate.resolve()
  expect(await gateway().capturePayment(call)).toMatchObject({ status: 'succeeded' })
})

test('a wrong secret key opens nothing', async () => {
  const { sandbox } = app.deps
  const stranger = createSandboxGateway({
    ...sandbox.door,
    secretKey: async () => 'sk_sandbox_0000',
    retryDelaysMs: [],
  })
  const { intentId } = await announce()
  await expect(stranger.retrievePayment(intentId)).rejects.toMatchObject({ name: 'GatewayUnavailable' })
})

test('an answer that cannot be read is no answer', async () => {
  const garbled = createSandboxGateway({
    baseUrl: () => 'http://localhost',
    send: async () => ({ status: 200, text: '{"id":"pi_1","status":"dreaming"}' }),
    secretKey: async () => 'sk',
    retryDelaysMs: [],
  })
  await expect(garbled.retrievePayment('pi_1')).rejects.toMatchObject({ name: 'GatewayUnavailable' })
})

test('the gateway reaches the sandbox over HTTP once the server listens, and gives it as little time', async () => {
  const listening = await buildTestApp()
  try {
    await listening.app.listen({ host: '127.0.0.1', port: 0 })
    expect(listening.deps.sandbox.door.baseUrl()).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
    const payment = await listening.deps.gateway.createPayment({
      amount: money(1_00, 'GBP'),
      idempotencyKey: nextKey(),
      description: 'Over HTTP',
      metadata: {},
    })
    listening.deps.sandbox.faults.plan({ on: 'retrieve', kind: 'cut_before' })
    expect(await listening.deps.gateway.retrievePayment(payment.intentId)).toEqual(payment)
    const gate = Promise.withResolvers<void>()
    listening.deps.sandbox.faults.plan({ on: 'cancel', kind: 'wait_after', until: gate.promise })
    const { sandbox } = listening.deps
    const hasty = createSandboxGateway({
      ...sandbox.door,
      secretKey: () => sandbox.secretKey(),
      timeoutMs: 200,
      retryDelaysMs: [],
    })
    const cancel = { intentId: payment.intentId, idempotencyKey: nextKey() }
    await expect(hasty.cancelPayment(cancel)).rejects.toMatchObject({ name: 'GatewayUnavailable' })
    gate.resolve()
    expect(await listening.deps.gateway.cancelPayment(cancel)).toMatchObject({ status: 'canceled' })
  } finally {
    await listening.close()
  }
})

test('[X-PAY-02] in production the sandbox does not start and says why', async () => {
  await expect(
    buildTestApp({ config: { production: true }, databaseUrl: 'postgres://localhost/none' }),
  ).rejects.toThrow(/TERRACE_MODE=production needs a real payment provider/)
})
