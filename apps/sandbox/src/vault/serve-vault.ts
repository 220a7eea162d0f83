import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { apiCalls, emptyBody, hasBearerToken } from '../api/api-calls.ts'
import { findDispute, listDisputes } from '../payments/disputes.repo.ts'
import { changeDefault, confirmSetup, createCustomer, createSetup, detachMethod } from './setup-commands.ts'
import { resourceMissing } from '../sandbox-error.ts'
import type { ServerParts } from '../server-parts.ts'
import type { Store } from '../store/store.ts'
import {
  clientSecretOf,
  presentCustomer,
  presentDispute,
  presentMethod,
  presentSetup,
} from './vault.presenter.ts'
import { findSetup, listMethods, readCustomer, readSetup } from './vault.repo.ts'

export const customerId = z.string().regex(/^cus_[A-Za-z0-9]+$/)
const setupId = z.string().regex(/^seti_[A-Za-z0-9]+$/)
const methodId = z.string().regex(/^pm_[A-Za-z0-9_]+$/)
const disputeId = z.string().regex(/^dp_[A-Za-z0-9]+$/)

/** Paths only, so that a challenge cannot redirect to another site. */
export const returnPath = z
  .string()
  .max(2000)
  .regex(/^\/(?![/\\])/)

const customerBody = z.strictObject({
  name: z.string().max(256),
  metadata: z.record(z.string().max(40), z.string().max(500)).default({}),
})
const defaultBody = z.strictObject({
  invoice_settings: z.strictObject({ default_payment_method: methodId }),
})
const setupBody = z.strictObject({ customer: customerId, usage: z.literal('off_session') })
const disputesQuery = z.strictObject({
  'created[gte]': z.coerce.number().int().positive().max(99_999_999_999),
  limit: z.coerce.number().int().min(1).max(100),
  starting_after: disputeId.optional(),
})
const confirmBody = z.strictObject({ payment_method: z.string().max(255), return_url: returnPath })

/** Serves saved cards and disputes. */
export function serveVault(app: FastifyInstance, sandbox: ServerParts): void {
  const { store } = sandbox
  const { change, read, list } = apiCalls(app, sandbox)

  change('vault_change', '/customers', { body: customerBody }, ({ body }) => createCustomer(store, body))
  read('vault_read', '/customers/:id', customerId, (id) => presentCustomer(readCustomer(store, id)))
  change('vault_change', '/customers/:id', { id: customerId, body: defaultBody }, ({ id, body }) =>
    changeDefault(store, { customerId: id, methodId: body.invoice_settings.default_payment_method }),
  )
  read('vault_read', '/customers/:id/payment_methods', customerId, (id) => {
    readCustomer(store, id)
    const methods = listMethods(store, id)
    return { object: 'list', has_more: false, data: methods.map(presentMethod) }
  })
  change('vault_change', '/payment_methods/:id/detach', { id: methodId, body: emptyBody }, ({ id }) =>
    detachMethod(store, id),
  )
  change('vault_change', '/setup_intents', { body: setupBody }, ({ body }) =>
    createSetup(store, body.customer),
  )
  change('vault_change', '/setup_intents/:id/confirm', { id: setupId, body: confirmBody }, ({ id, body }) =>
    confirmSetup(store, {
      setupId: id,
      testCard: body.payment_method,
      returnUrl: body.return_url,
    }),
  )
  read('vault_read', '/setup_intents/:id', setupId, (id) => presentSetup(readSetup(store, id)))
  read('vault_read', '/disputes/:id', disputeId, (id) => {
    const dispute = findDispute(store, id)
    if (!dispute) throw resourceMissing('dispute', 'dispute')
    return presentDispute(dispute)
  })
  list('vault_read', '/disputes', disputesQuery, ({ 'created[gte]': since, limit, starting_after: id }) => {
    if (id !== undefined && !findDispute(store, id)) throw resourceMissing('dispute', 'dispute')
    // One more than requested shows whether there is a next page.
    const found = listDisputes(store, {
      createdSince: new Date(since * 1000),
      after: id ?? null,
      limit: limit + 1,
    })
    return {
      object: 'list',
      has_more: found.length > limit,
      data: found.slice(0, limit).map(presentDispute),
    }
  })
}

/** Whether the request is for a setup and has that setup's client secret. */
export function hasSetupSecret(request: FastifyRequest, store: Store): boolean {
  if (!request.routeOptions.url?.includes('/setup_intents/:id')) return false
  const { id } = z.object({ id: z.string() }).parse(request.params)
  const setup = findSetup(store, id)
  return setup !== undefined && hasBearerToken(request, clientSecretOf(setup))
}
