import { money } from '@terrace/domain/money/money'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bankOf } from '#api/test/fakes/bank-of-sandbox.ts'
import { buildTestApp, type TestApp } from '#api/test/harness/build-test-app.ts'
import type { PaymentState } from '../payments.port.ts'
import { testPaymentGateway } from '../payments.suite.ts'
import type { Fault } from '../sandbox/faults.ts'
import { createSandboxGateway } from './sandbox.ts'

let app: TestApp
beforeAll(async () => {
  app = await buildTestApp()
})
afterAll(() => app.close())

async function completeChallenge(url: string, decision: 'approve' | 'fail'): Promise<void> {
  const response = await app.app.inject({
    method: 'POST',
    url,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: `decision=${decision}`,
  })
  expect(response.statusCode).toBe(303)
}

const { refundBank } = bankOf(() => app.deps.sandbox)

describe('sandbox gateway', () => {
  testPaymentGateway(() => ({ gateway: app.deps.gateway, completeChallenge, refundBank }))
})

/** The real gateway without retry delays. */
function gateway(options: { timeoutMs?: number; retryDelaysMs?: number[] } = {}) {
  const { sandbox } = app.deps
  return createSandboxGateway({
    ...sandbox.loopbackClient,
    secretKey: sandbox.secretKey,
    retryDelaysMs: [0, 0],
    ...options,
  })
}
let keys = 0
const nextKey = () => `adapter-${(keys += 1)}`
const createPayment = () =>
  gateway().createPayment({
    amount: money(20_00, 'EUR'),
    idempotencyKey: nextKey(),
    description: 'A test',
    metadata: {},
  })
async function authorise(options?: Parameters<typeof gateway>[0]): Promise<PaymentState> {
  const { gatewayPaymentId } = await createPayment()
  return gateway(options).confirmPayment({
    gatewayPaymentId,
    paymentMethod: 'pm_card_visa',
    returnUrl: '/',
    idempotencyKey: nextKey(),
  })
}

const lost: Fault['kind'][] = ['fail_before', 'fail_after', 'drop_before', 'drop_after']

test.for(lost)('a capture with a lost response (%s) is retried and captures once', async (kind) => {
  const { gatewayPaymentId } = await authorise()
  app.deps.sandbox.faults.plan({ on: 'capture', kind } as Fault)
  expect(await gateway().capturePayment({ gatewayPaymentId, idempotencyKey: nextKey() })).toMatchObject({
    status: 'succeeded',
  })
})

test('a call that arrives twice has one effect', async () => {
  app.deps.sandbox.faults.plan({ on: 'confirm', kind: 'twice' })
  expect(await authorise()).toMatchObject({ status: 'requires_capture' })
})

test('an unreachable gateway gives up after a few retries, and the key stays valid', async () => {
  const { gatewayPaymentId } = await authorise()
  const { faults } = app.deps.sandbox
  const before = faults.calls.length
  for (const kind of ['drop_after', 'fail_before', 'drop_before'] as const)
    faults.plan({ on: 'capture', kind })
  const call = { gatewayPaymentId, idempotencyKey: nextKey() }
  await expect(gateway().capturePayment(call)).rejects.toMatchObject({
    name: 'GatewayUnavailable',
    retryable: true,
  })
  expect(faults.calls.slice(before)).toEqual(['capture', 'capture', 'capture'])
  expect(await gateway().capturePayment(call)).toMatchObject({ status: 'succeeded' })
})

test('a hanging call times out, and its effect is found later', async () => {
  const release = Promise.withResolvers<void>()
  const { gatewayPaymentId } = await authorise()
  app.deps.sandbox.faults.plan({ on: 'capture', kind: 'wait_after', until: release.promise })
  const call = { gatewayPaymentId, idempotencyKey: nextKey() }
  await expect(gateway({ timeoutMs: 200, retryDelaysMs: [] }).capturePayment(call)).rejects.toMatchObject({
    name: 'GatewayUnavailable',
  })
  release.resolve()
  expect(await gateway().capturePayment(call)).toMatchObject({ status: 'succeeded' })
})

test('a wrong secret key is rejected', async () => {
  const { sandbox } = app.deps
  const unauthorisedGateway = createSandboxGateway({
    ...sandbox.loopbackClient,
    secretKey: async () => 'sk_sandbox_0000',
    retryDelaysMs: [],
  })
  const { gatewayPaymentId } = await createPayment()
  await expect(unauthorisedGateway.retrievePayment(gatewayPaymentId)).rejects.toMatchObject({
    name: 'GatewayUnavailable',
  })
})

test('an unreadable response counts as none', async () => {
  const garbledGateway = createSandboxGateway({
    baseUrl: () => 'http://localhost',
    send: async () => ({ status: 200, text: '{"id":"pi_1","status":"dreaming"}' }),
    secretKey: async () => 'sk',
    retryDelaysMs: [],
  })
  await expect(garbledGateway.retrievePayment('pi_1')).rejects.toMatchObject({ name: 'GatewayUnavailable' })
})

test('the gateway calls the sandbox over HTTP once the server listens, with the same timeout', async () => {
  const listening = await buildTestApp()
  try {
    await listening.app.listen({ host: '127.0.0.1', port: 0 })
    expect(listening.deps.sandbox.loopbackClient.baseUrl()).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
    const payment = await listening.deps.gateway.createPayment({
      amount: money(1_00, 'GBP'),
      idempotencyKey: nextKey(),
      description: 'Over HTTP',
      metadata: {},
    })
    listening.deps.sandbox.faults.plan({ on: 'retrieve', kind: 'drop_before' })
    expect(await listening.deps.gateway.retrievePayment(payment.gatewayPaymentId)).toEqual(payment)
    const release = Promise.withResolvers<void>()
    listening.deps.sandbox.faults.plan({ on: 'cancel', kind: 'wait_after', until: release.promise })
    const { sandbox } = listening.deps
    const impatientGateway = createSandboxGateway({
      ...sandbox.loopbackClient,
      secretKey: () => sandbox.secretKey(),
      timeoutMs: 200,
      retryDelaysMs: [],
    })
    const cancel = { gatewayPaymentId: payment.gatewayPaymentId, idempotencyKey: nextKey() }
    await expect(impatientGateway.cancelPayment(cancel)).rejects.toMatchObject({ name: 'GatewayUnavailable' })
    release.resolve()
    expect(await listening.deps.gateway.cancelPayment(cancel)).toMatchObject({ status: 'canceled' })
  } finally {
    await listening.close()
  }
})
