import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { money } from '@terrace/domain/money/money'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bankOf } from '#api/test/fakes/bank-of-sandbox.ts'
import { buildTestApp, type TestApp } from '#api/test/harness/build-test-app.ts'
import type { PaymentState } from '../payments.port.ts'
import { testPaymentGateway } from '../payments.suite.ts'
import { createSandboxGateway } from './sandbox.ts'
import type { Fault } from '#api/test/fakes/sandbox.ts'

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
    url: sandbox.url,
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
  const { url } = app.deps.sandbox
  const { gatewayPaymentId } = await createPayment()
  await expect(
    createSandboxGateway({ url, secretKey: 'sk_sandbox_0000', retryDelaysMs: [] }).retrievePayment(
      gatewayPaymentId,
    ),
  ).rejects.toMatchObject({ name: 'GatewayUnavailable' })
})

test('an unreadable response counts as none', async () => {
  const server = createServer((_request, response) => response.end('{"id":"pi_1","status":"dreaming"}'))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  try {
    const { port } = server.address() as AddressInfo
    const garbledGateway = createSandboxGateway({
      url: `http://127.0.0.1:${port}`,
      secretKey: 'sk',
      retryDelaysMs: [],
    })
    await expect(garbledGateway.retrievePayment('pi_1')).rejects.toMatchObject({ name: 'GatewayUnavailable' })
  } finally {
    server.close()
    server.closeAllConnections()
  }
})
