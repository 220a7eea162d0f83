import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { apiCalls, emptyBody, hasBearerToken } from './api-calls.ts'
import { presentIntent, presentRefund } from '../payments/intents.presenter.ts'
import { newId } from '../ids.ts'
import { listIntentsSince, readIntent } from '../payments/intents.repo.ts'
import { findRefund, listRefunds, listRefundsSince } from '../payments/refunds.repo.ts'
import {
  cancelIntent,
  captureIntent,
  confirmIntent,
  createIntent,
  refundIntent,
} from '../payments/intent-commands.ts'
import { resourceMissing, SandboxError } from '../sandbox-error.ts'
import type { ServerParts } from '../server-parts.ts'
import { customerId, hasSetupSecret, returnPath, serveVault } from '../vault/serve-vault.ts'

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
  return_url: returnPath,
  payment_method_options: z
    .strictObject({ card: z.strictObject({ request_three_d_secure: z.enum(['automatic', 'any']) }) })
    .optional(),
})
const refundBody = z.strictObject({
  payment_intent: intentId,
  amount: amount.optional(),
  metadata: metadata.default({}),
})

const listQuery = <Id extends z.ZodType<string>>(id: Id) =>
  z.strictObject({
    'created[gte]': z.coerce.number().int().nonnegative().max(99_999_999_999),
    limit: z.coerce.number().int().min(1).max(100),
    starting_after: id.optional(),
  })

/**
 * Serves the API at /sandbox/v1 for the holder of the secret key. A browser can access a setup with its
 * client secret.
 */
export function serveApi(app: FastifyInstance, sandbox: ServerParts): void {
  const { store } = sandbox

  app.addHook('preHandler', async (request) => {
    if (hasBearerToken(request, sandbox.secretKey) || hasSetupSecret(request, store)) return
    throw new SandboxError('secret_key_invalid', 'A valid secret key is required', { status: 401 })
  })

  const { change, read, list } = apiCalls(app, sandbox)

  change('create', '/payment_intents', { body: createBody }, ({ body }) =>
    createIntent(store, {
      id: newId('pi'),
      amount: body.amount,
      currency: body.currency,
      description: body.description,
      metadata: body.metadata,
      customerId: body.customer ?? null,
      savesCard: body.setup_future_usage !== undefined,
    }),
  )
  change('confirm', '/payment_intents/:id/confirm', { id: intentId, body: confirmBody }, ({ id, body }) =>
    confirmIntent(store, {
      intentId: id,
      paymentMethod: body.payment_method,
      returnUrl: body.return_url,
      requestsChallenge: body.payment_method_options?.card.request_three_d_secure === 'any',
    }),
  )
  change('capture', '/payment_intents/:id/capture', { id: intentId, body: emptyBody }, ({ id }) =>
    captureIntent(store, id),
  )
  change('cancel', '/payment_intents/:id/cancel', { id: intentId, body: emptyBody }, ({ id }) =>
    cancelIntent(store, id),
  )
  change('refund', '/refunds', { body: refundBody }, ({ body, isSlow }) =>
    refundIntent(store, {
      intentId: body.payment_intent,
      amount: body.amount,
      metadata: body.metadata,
      status: isSlow ? 'pending' : 'succeeded',
    }),
  )
  read('retrieve', '/payment_intents/:id', intentId, (id) => presentIntent(readIntent(store, id)))
  read('retrieve', '/refunds/:id', refundId, (id) => {
    const refund = findRefund(store, id)
    if (!refund) throw resourceMissing('refund', 'refund')
    return presentRefund(refund)
  })
  read('retrieve', '/payment_intents/:id/refunds', intentId, (id) => {
    const refunds = listRefunds(store, id)
    return { object: 'list', has_more: false, data: refunds.map(presentRefund) }
  })
  list('retrieve', '/payment_intents', listQuery(intentId), (query) =>
    pageOf(query.limit, listIntentsSince(store, rangeOf(query)), presentIntent),
  )
  list('retrieve', '/refunds', listQuery(refundId), (query) =>
    pageOf(query.limit, listRefundsSince(store, rangeOf(query)), presentRefund),
  )
  serveVault(app, sandbox)
}

/** One more than requested shows whether there is a next page. */
function rangeOf(query: z.output<ReturnType<typeof listQuery>>) {
  return {
    createdSince: new Date(query['created[gte]'] * 1000),
    after: query.starting_after ?? null,
    limit: query.limit + 1,
  }
}

function pageOf<Item>(limit: number, found: readonly Item[], present: (item: Item) => unknown) {
  return { object: 'list', has_more: found.length > limit, data: found.slice(0, limit).map(present) }
}
