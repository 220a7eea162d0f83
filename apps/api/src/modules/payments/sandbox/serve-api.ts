import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { apiCalls, emptyBody, isShop } from './api-calls.ts'
import { presentIntent, presentRefund } from './intents.presenter.ts'
import { findIntent } from './intents.repo.ts'
import { findRefund, listRefunds } from './refunds.repo.ts'
import { cancelIntent, captureIntent, confirmIntent, createIntent, refundIntent } from './move-intents.ts'
import { noSuch, SandboxRefusal } from './sandbox-refusal.ts'
import type { Sandbox } from './sandbox.ts'
import { customerId, isOfSetup, ownReturn, serveVault } from './serve-vault.ts'

const intentId = z.string().regex(/^pi_[A-Za-z0-9]+$/)
const refundId = z.string().regex(/^re_[A-Za-z0-9]+$/)
const amount = z.int().positive().max(99_999_999_999)
const currency = z.string().regex(/^[a-z]{3}$/)
const metadata = z.record(z.string().max(40), z.string().max(500))

const createBody = z.strictObject({
  amount,
  currency,
  capture_method: z.literal('manual'),
  description: z.string().max(1000),
  metadata,
  customer: customerId.optional(),
  setup_future_usage: z.literal('off_session').optional(),
})
const confirmBody = z.strictObject({
  payment_method: z.string().max(255),
  return_url: ownReturn,
  payment_method_options: z
    .strictObject({ card: z.strictObject({ request_three_d_secure: z.enum(['automatic', 'any']) }) })
    .optional(),
})
const refundBody = z.strictObject({
  payment_intent: intentId,
  amount: amount.optional(),
  metadata: metadata.default({}),
})

/**
 * The provider's API under /sandbox/v1, open to the installation's own secret key; a setup also to its own client secret, for
 * the browser that has the card.
 */
export function serveApi(app: FastifyInstance, sandbox: Sandbox): void {
  const { db, names } = sandbox

  app.addHook('preHandler', async (request) => {
    if ((await isShop(request, sandbox)) || (await isOfSetup(request, sandbox))) return
    throw new SandboxRefusal('secret_key_invalid', 'A valid secret key is required', { status: 401 })
  })

  const { change, read } = apiCalls(app, sandbox)

  change('create', '/payment_intents', { body: createBody }, (tx, { body }) =>
    createIntent(tx, {
      id: names.id('pi'),
      amount: body.amount,
      currency: body.currency,
      description: body.description,
      metadata: body.metadata,
      customerId: body.customer ?? null,
      savesCard: body.setup_future_usage !== undefined,
    }),
  )
  change('confirm', '/payment_intents/:id/confirm', { id: intentId, body: confirmBody }, (tx, { id, body }) =>
    confirmIntent(tx, names, {
      intentId: id,
      paymentMethod: body.payment_method,
      returnUrl: body.return_url,
      asksBank: body.payment_method_options?.card.request_three_d_secure === 'any',
    }),
  )
  change('capture', '/payment_intents/:id/capture', { id: intentId, body: emptyBody }, (tx, { id }) =>
    captureIntent(tx, names, id),
  )
  change('cancel', '/payment_intents/:id/cancel', { id: intentId, body: emptyBody }, (tx, { id }) =>
    cancelIntent(tx, names, id),
  )
  change('refund', '/refunds', { body: refundBody }, (tx, { body, isSlow }) =>
    refundIntent(tx, names, {
      intentId: body.payment_intent,
      amount: body.amount,
      metadata: body.metadata,
      status: isSlow ? 'pending' : 'succeeded',
    }),
  )
  read('retrieve', '/payment_intents/:id', intentId, async (id) => {
    const intent = await findIntent(db, id)
    if (!intent) throw noSuch('intent', 'payment intent')
    return presentIntent(intent)
  })
  read('retrieve', '/refunds/:id', refundId, async (id) => {
    const refund = await findRefund(db, id)
    if (!refund) throw noSuch('refund', 'refund')
    return presentRefund(refund)
  })
  read('retrieve', '/payment_intents/:id/refunds', intentId, async (id) => {
    const refunds = await listRefunds(db, id)
    return { object: 'list', has_more: false, data: refunds.map(presentRefund) }
  })
  serveVault(app, sandbox)
}
