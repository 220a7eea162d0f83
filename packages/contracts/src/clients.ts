import { commissionMethods } from '@terrace/domain/money/commission'
import { isTradableCurrency } from '@terrace/domain/money/currencies'
import { z } from 'zod/mini'
import { clientId } from './client-id.ts'
import { wireOrder } from './order-shapes.ts'
import { pageMeta, pageQuery } from './paging.ts'
import { quoteId, wireQuote } from './quote-shapes.ts'
import { commissionCheck } from './quote-terms.ts'
import { defineRoute } from './route.ts'
import { amountInput } from './wire-money.ts'
import { shortLine, visibleLine, visibleTrimmed } from './visible-text.ts'

const proposalId = z.string().check(z.regex(/^clp_[0-9A-Za-z_-]{1,60}$/, 'must be a proposal id'))

/** ISO 639-1. Stored, but shown nowhere: emails and quote pages are in English. */
const clientLanguages = [
  'en',
  'de',
  'fr',
  'es',
  'it',
  'pt',
  'nl',
  'da',
  'sv',
  'nb',
  'fi',
  'pl',
  'cs',
  'hu',
  'ro',
  'el',
  'tr',
  'uk',
  'ru',
  'ar',
  'he',
  'hi',
  'ja',
  'ko',
  'zh',
] as const

/** Entries that no quote has used for this long are proposed for deletion. */
export const clientUnusedMonths = 24

/** Optional fields are empty strings, so that forms can send their values unchanged. */
const clientFields = {
  name: z
    .string({ error: 'Name is required' })
    .check(
      visibleLine(),
      z.minLength(1, 'Name is required'),
      z.maxLength(100, 'must be at most 100 characters'),
    ),
  company: z._default(shortLine(100), ''),
  email: z._default(
    z.string().check(
      z.trim(),
      z.maxLength(254, 'Must be a valid email address'),
      z.refine((email) => email === '' || z.regexes.email.test(email), 'Must be a valid email address'),
    ),
    '',
  ),
  phone: z._default(
    z.string().check(
      z.trim(),
      z.refine((phone) => phone === '' || /^\+?[\d ()./-]{6,30}$/.test(phone), 'Phone number is not valid'),
    ),
    '',
  ),
  language: z._default(
    z.union([z.literal(''), z.enum(clientLanguages)], { error: 'must be a language code such as en' }),
    '',
  ),
  currency: z._default(
    z
      .string()
      .check(
        z.refine(
          (code) => code === '' || isTradableCurrency(code),
          'must be the three-letter code of a tradable currency',
        ),
      ),
    '',
  ),
  commission_method: z._default(
    z.enum(commissionMethods, { error: 'must be fixed or percentage' }),
    'percentage',
  ),
  /** Empty: the client has no default commission. */
  commission_amount: z._default(
    z.union([
      z.literal(''),
      z.pipe(amountInput, z.string().check(z.maxLength(12, 'must be below a billion'))),
    ]),
    '',
  ),
  notes: z._default(
    z.string().check(visibleTrimmed(), z.maxLength(2000, 'must be at most 2000 characters')),
    '',
  ),
}

const fixedCommissionCheck = z.refine<{
  currency: string
  commission_method: string
  commission_amount: string
}>(
  ({ currency, commission_method: method, commission_amount: amount }) =>
    method !== 'fixed' || amount === '' || currency !== '',
  { path: ['currency'], error: 'is required for a fixed commission' },
)

export const clientBody = z.strictObject(clientFields).check(commissionCheck, fixedCommissionCheck)
export type ClientBody = z.output<typeof clientBody>

const updateBody = z
  .strictObject({
    ...clientFields,
    /** The version that was edited; a newer one is not overwritten. */
    version: z.int({ error: 'must be the version that was edited' }).check(z.positive()),
  })
  .check(commissionCheck, fixedCommissionCheck)

export const wireClient = z.object({
  id: clientId,
  name: z.string(),
  company: z.string(),
  email: z.string(),
  phone: z.string(),
  language: z.string(),
  currency: z.string(),
  commission_method: z.enum(commissionMethods),
  commission_amount: z.string(),
  notes: z.string(),
  version: z.int(),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
  /** When it was created, edited, or a quote for it last changed. */
  last_used_at: z.iso.datetime(),
  /** Unused for 24 months; proposed for deletion. */
  is_unused: z.boolean(),
})
export type WireClient = z.output<typeof wireClient>

const { id, title, status, event, created_at, expires_at, totals, totals_range } = wireQuote.shape
const clientQuote = z.object({ id, title, status, event, created_at, expires_at, totals, totals_range })
export type WireClientQuote = z.output<typeof clientQuote>

const order = wireOrder.shape
const clientOrder = z.object({
  id: order.id,
  number: order.number,
  placed_at: order.placed_at,
  status: order.status,
  ticket_quantity: order.ticket_quantity,
  total: order.total,
  lines: order.lines,
})
export type WireClientOrder = z.output<typeof clientOrder>

/** Details found on a quote or order that are not in the client book. They change nothing until someone accepts them. */
export const wireClientProposal = z.object({
  id: proposalId,
  /** `visitor`: typed on the quote page, by anyone who has the link. */
  source: z.enum(['broker', 'visitor']),
  /** The client to change, with its current values; `null` proposes a new client. */
  client: z.nullable(z.object({ id: clientId, name: z.string(), email: z.string() })),
  /** Empty: not part of the proposal. */
  name: z.string(),
  email: z.string(),
  /** Where they were found: a quote or an order. */
  quote: z.nullable(z.object({ id: quoteId, title: z.string() })),
  order: z.nullable(z.object({ id: z.string(), number: z.string() })),
  proposed_at: z.iso.datetime(),
})
export type WireClientProposal = z.output<typeof wireClientProposal>

/** More entries would make searching the decrypted book slow; a team of brokers has some hundreds. */
export const maxClientsPerTeam = 5000

const clientParams = z.object({ client_id: clientId })
/** Clients of the team to export or delete together; others are ignored. */
const selectedBody = z.strictObject({
  client_ids: z
    .array(clientId)
    .check(
      z.minLength(1, 'must have at least one client'),
      z.maxLength(maxClientsPerTeam, `must have at most ${maxClientsPerTeam} clients`),
    ),
})
const csvResponse = z.object({ data: z.object({ filename: z.string(), csv: z.string() }) })

const proposalParams = z.object({ proposal_id: proposalId })
const removedResponse = z.object({ data: z.object({ removed: z.int() }) })

export const clientSortKeys = ['name', 'company', 'email', 'last_used'] as const

/** The client book of the caller's team. */
export const clientsRoutes = {
  list: defineRoute({
    name: 'clients.list',
    method: 'GET',
    path: '/{product}/clients',
    auth: 'buyer',
    query: z.strictObject({
      ...pageQuery(50),
      /** Every word must occur in the name, company or email address. */
      search: z.optional(z.string().check(z.trim(), z.maxLength(100, 'must be at most 100 characters'))),
      /** `unused`: entries proposed for deletion. */
      show: z._default(z.enum(['all', 'unused'], { error: 'must be all or unused' }), 'all'),
      order_by: z._default(
        z.enum(clientSortKeys, { error: `must be one of ${clientSortKeys.join(', ')}` }),
        'name',
      ),
      sort_order: z._default(z.enum(['asc', 'desc'], { error: 'must be asc or desc' }), 'asc'),
    }),
    response: z.object({
      data: z.array(wireClient),
      meta: z.object({
        ...pageMeta.shape,
        /** Entries of the whole book that are proposed for deletion. */
        unused: z.int(),
        /** Whether the caller may export and delete. */
        is_owner: z.boolean(),
      }),
    }),
    errors: [],
  }),
  one: defineRoute({
    name: 'clients.one',
    method: 'GET',
    path: '/{product}/clients/:client_id',
    auth: 'buyer',
    params: clientParams,
    response: z.object({
      data: z.object({
        client: wireClient,
        /** The latest ones, newest first. */
        quotes: z.array(clientQuote),
        orders: z.array(clientOrder),
        /** Including those that are not listed. */
        quote_count: z.int(),
        order_count: z.int(),
        is_owner: z.boolean(),
      }),
    }),
    errors: ['client.not_found'],
  }),
  create: defineRoute({
    name: 'clients.create',
    method: 'POST',
    path: '/{product}/clients',
    auth: 'buyer',
    body: clientBody,
    response: z.object({ data: wireClient }),
    errors: ['client.duplicate', 'client.book_full', 'client.not_found', 'idempotency.key_reused'],
    idempotent: true,
  }),
  update: defineRoute({
    name: 'clients.update',
    method: 'PATCH',
    path: '/{product}/clients/:client_id',
    auth: 'buyer',
    params: clientParams,
    body: updateBody,
    response: z.object({ data: wireClient }),
    errors: ['client.not_found', 'client.duplicate', 'client.changed'],
  }),
  remove: defineRoute({
    name: 'clients.remove',
    method: 'DELETE',
    path: '/{product}/clients/:client_id',
    auth: 'buyer',
    params: clientParams,
    response: removedResponse,
    errors: ['client.not_found', 'team.not_owner'],
  }),
  removeUnused: defineRoute({
    name: 'clients.remove-unused',
    method: 'POST',
    path: '/{product}/clients/delete-unused',
    auth: 'buyer',
    response: removedResponse,
    errors: ['team.not_owner'],
  }),
  removeSelected: defineRoute({
    name: 'clients.remove-selected',
    method: 'POST',
    path: '/{product}/clients/delete-selected',
    auth: 'buyer',
    body: selectedBody,
    response: removedResponse,
    errors: ['team.not_owner'],
  }),
  /** The whole client book leaves with one call, so a stolen session is not enough for it. */
  export: defineRoute({
    name: 'clients.export',
    method: 'GET',
    path: '/{product}/clients/export',
    auth: 'buyer',
    needsReauthentication: true,
    response: csvResponse,
    errors: ['team.not_owner'],
    perMinute: 10,
  }),
  exportSelected: defineRoute({
    name: 'clients.export-selected',
    method: 'POST',
    path: '/{product}/clients/export-selected',
    auth: 'buyer',
    needsReauthentication: true,
    body: selectedBody,
    response: csvResponse,
    errors: ['team.not_owner'],
    perMinute: 10,
  }),
  proposals: defineRoute({
    name: 'clients.proposals',
    method: 'GET',
    path: '/{product}/client-proposals',
    auth: 'buyer',
    response: z.object({ data: z.array(wireClientProposal) }),
    errors: [],
  }),
  /** Adds or changes the client, and links the quote to it. */
  acceptProposal: defineRoute({
    name: 'clients.accept-proposal',
    method: 'POST',
    path: '/{product}/client-proposals/:proposal_id/accept',
    auth: 'buyer',
    params: proposalParams,
    response: z.object({ data: wireClient }),
    errors: ['client.proposal_not_found', 'client.duplicate', 'client.book_full'],
  }),
  dismissProposal: defineRoute({
    name: 'clients.dismiss-proposal',
    method: 'POST',
    path: '/{product}/client-proposals/:proposal_id/dismiss',
    auth: 'buyer',
    params: proposalParams,
    response: z.object({ data: z.object({ status: z.boolean() }) }),
    errors: ['client.proposal_not_found'],
  }),
}
