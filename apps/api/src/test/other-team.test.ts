import { cardsRoutes } from '@terrace/contracts/cards'
import { checkoutRoutes } from '@terrace/contracts/checkout'
import { quotesRoutes } from '@terrace/contracts/quotes'
import { teamChannel } from '@terrace/contracts/realtime'
import type { RouteContract } from '@terrace/contracts/route'
import { ordersRoutes } from '@terrace/contracts/orders'
import { sessionsRoutes } from '@terrace/contracts/sessions'
import { teamsRoutes } from '@terrace/contracts/teams'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { deliverTickets } from '../modules/orders/index.ts'
import { buildMarket, type Market } from './build-market.ts'
import type { Caller } from './build-test-app.ts'
import { addRates } from './factories.ts'
import { purchaseBody, type HeldTickets } from './purchase-body.ts'
import { pdfFile } from './ticket-files.ts'

/** Everything that a team can have, by id. */
interface Belongings {
  owner: Caller
  member: Caller
  hold: HeldTickets
  orderId: string
  lineId: string
  ticketId: string
  attemptId: string
  cardId: string
  setupId: string
  sessionId: string
  memberId: string
  invitationId: string
  channel: string
  /** One that stands, one that was withdrawn, and a listing to hold for them. */
  quoteId: string
  quoteSlug: string
  withdrawnQuoteId: string
  quotedListingId: string
}

interface Reach {
  params?: Record<string, string>
  query?: Record<string, string>
  body?: unknown
  /** 404 unless the call's contract has another answer for what does not exist. */
  status?: number
}

/**
 * Each call that names a thing of a team, with that thing. `of` gives what to send; it is sent by a stranger, by a
 * stranger with an id that never was, and by the team itself, in this order.
 */
const reaches: Record<string, (of: Belongings) => Reach> = {
  'cards.make-default': ({ cardId }) => ({ params: { card_id: cardId } }),
  'cards.remove': ({ cardId }) => ({ params: { card_id: cardId } }),
  'cards.save': ({ setupId }) => ({ body: { setup_id: setupId } }),
  'checkout.attempt': ({ attemptId }) => ({ params: { attempt_id: attemptId } }),
  'checkout.buy': ({ hold }) => ({ body: purchaseBody([hold]), status: 409 }),
  // It names none of another team's: own-holds.test.ts.
  'holds.lapsed': ({ hold }) => ({ query: { 'hold_id[]': hold.hold_id }, status: 200 }),
  'holds.place': ({ quoteId, quotedListingId }) => ({
    body: [{ listing_id: quotedListingId, quantity: 1, quote_ref: quoteId }],
    status: 422,
  }),
  'holds.release': ({ hold }) => ({ body: [{ hold_id: hold.hold_id, quantity: 1 }], status: 409 }),
  'orders.invoice': ({ orderId }) => ({ params: { order_id: orderId } }),
  'orders.one': ({ orderId }) => ({ params: { order_id: orderId } }),
  'orders.report-issue': ({ lineId }) => ({
    params: { line_id: lineId },
    body: { kind: 'other', text: 'x' },
  }),
  'orders.summary': ({ orderId }) => ({ params: { order_id: orderId } }),
  'quotes.change-commission': ({ quoteId }) => ({
    params: { quote_id: quoteId },
    body: { commission_method: 'fixed', commission_amount: '5.00' },
  }),
  'quotes.check': ({ quoteId }) => ({ params: { quote_id: quoteId }, body: {} }),
  'quotes.copy': ({ quoteId }) => ({ params: { quote_id: quoteId }, body: { quote_expiry: 2 } }),
  'quotes.extend': ({ quoteId }) => ({ params: { quote_id: quoteId }, body: { quote_expiry: 6 } }),
  'quotes.generate': ({ hold }) => ({ body: quoteBody({ hold_ids: [hold.hold_id] }), status: 409 }),
  'quotes.one': ({ quoteId }) => ({ params: { quote_id: quoteId } }),
  'quotes.pdf': ({ quoteId }) => ({ params: { quote_id: quoteId } }),
  'quotes.revive': ({ withdrawnQuoteId }) => ({
    params: { quote_id: withdrawnQuoteId },
    body: { quote_expiry: 2 },
  }),
  'quotes.send': ({ quoteId }) => ({
    params: { quote_id: quoteId },
    body: { email: 'client@example.test' },
  }),
  'quotes.withdraw': ({ quoteId }) => ({ params: { quote_id: quoteId }, body: {} }),
  'realtime.authorise': ({ channel }) => ({ body: { socket_id: '1.2', channel_name: channel }, status: 403 }),
  'sessions.revoke': ({ sessionId }) => ({ params: { id: sessionId } }),
  'teams.change-role': ({ memberId }) => ({ params: { id: memberId }, body: { role: 'owner' } }),
  'teams.remove': ({ memberId }) => ({ params: { id: memberId } }),
  'teams.resend': ({ invitationId }) => ({ params: { id: invitationId } }),
  'tickets.address': ({ ticketId }) => ({ params: { ticket_id: ticketId } }),
  'tickets.file': ({ ticketId }) => ({ params: { ticket_id: ticketId } }),
  'teams.withdraw': ({ invitationId }) => ({ params: { id: invitationId } }),
}

/** Names in calls that look like ids and belong to the marketplace, or open nothing by themselves. */
const ofTheMarket = new Set([
  'event_id',
  'event_ids',
  'venue_id',
  'category_id',
  'performer_id',
  'type_id',
  'team_id[]',
  'broker_id[]',
  'list_id',
  'listing_id',
  'listing_id[]',
  'package_id',
  // Bound to the browser that signed: sign-up.test.ts.
  'docusign_envelope_id',
])

const quoteBody = (values: object) => ({
  event_id: market.eventId,
  title: 'Two for the derby',
  quote_expiry: 4,
  currency_to_display: 'GBP',
  commission_method: 'percentage' as const,
  commission_amount: '10',
  ...values,
})

let market: Market
let stranger: Caller
beforeAll(async () => {
  market = await buildMarket({ config: { holdCap: 1000 } })
  await addRates(market.db, new Date().toISOString().slice(0, 10), { GBP: '0.86' })
  stranger = await market.addBuyer()
})
afterAll(() => market.close())

let number = 0

/** A team of two with one of everything. */
async function furnish(): Promise<Belongings> {
  const owner = await market.addBuyer()
  const member = await market.addBuyer({ teamId: owner.teamId, teamRole: 'member' })
  const bought = await market.hold(owner, await market.list({ quantity: 2 }), 1)
  const { data } = await owner.call(checkoutRoutes.buy, {
    body: purchaseBody([bought]),
    idempotencyKey: `other-team-${(number += 1)}`,
  })
  const { id: orderId = 'none', lines: [{ id: lineId = 'none' } = {}] = [] } = data.data.order ?? {}
  const sessions = await owner.call(sessionsRoutes.list)
  const invitation = await owner.call(teamsRoutes.invite, {
    body: { email: `guest${number}@example.test`, role: 'member', join_link: 'http://localhost:4000/join' },
  })
  const quotedListingId = await market.list({ quantity: 4 })
  market.deps.books.doubt(market.eventId)
  const quote = async () => {
    const body = quoteBody({ listings: [{ listing_id: quotedListingId, quantity: 2 }] })
    return (await owner.call(quotesRoutes.generate, { body })).data.data
  }
  const [standing, withdrawn] = [await quote(), await quote()]
  await owner.call(quotesRoutes.withdraw, { params: { quote_id: withdrawn.id }, body: {} })
  return {
    owner,
    member,
    quoteId: standing.id,
    quoteSlug: standing.slug,
    withdrawnQuoteId: withdrawn.id,
    quotedListingId,
    hold: await market.hold(owner, await market.list({ quantity: 4 }), 2),
    orderId,
    lineId,
    ticketId: await deliveredTicket(owner, orderId, lineId),
    attemptId: data.data.attempt_id,
    ...(await savedCard(owner)),
    sessionId: sessions.data.data[0]?.id ?? 'none',
    memberId: member.accountId,
    invitationId: invitation.data.data.id,
    channel: teamChannel(owner.teamId),
  }
}

async function savedCard(owner: Caller): Promise<Pick<Belongings, 'cardId' | 'setupId'>> {
  const { data } = (await owner.call(cardsRoutes.clientSecret, { body: {} })).data
  const body = { setup_id: data.setup_id, card_token: 'pm_card_visa' }
  const saved = await owner.call(cardsRoutes.save, { body })
  return { setupId: data.setup_id, cardId: saved.data.data.card?.id ?? 'none' }
}

/** A file delivered for the line, which is the only one of the order. */
async function deliveredTicket(owner: Caller, orderId: string, lineId: string): Promise<string> {
  await deliverTickets(market.deps, {
    lineId,
    delivery: { kind: 'files', files: [{ name: 'seat.pdf', bytes: pdfFile() }] },
    actor: 'operator:anna',
  })
  const { data } = await owner.call(ordersRoutes.one, { params: { order_id: orderId } })
  return data.data.lines[0]?.tickets[0]?.id ?? 'none'
}

/** Ids of the same form that never were. */
function madeUp(of: Belongings): Belongings {
  const other = (id: string) => id.slice(0, -6) + 'zzzzzz'
  return {
    ...of,
    hold: { ...of.hold, hold_id: other(of.hold.hold_id) },
    orderId: other(of.orderId),
    lineId: other(of.lineId),
    ticketId: other(of.ticketId),
    attemptId: other(of.attemptId),
    cardId: other(of.cardId),
    setupId: other(of.setupId),
    sessionId: other(of.sessionId),
    memberId: other(of.memberId),
    invitationId: other(of.invitationId),
    channel: other(of.channel),
    quoteId: other(of.quoteId),
    withdrawnQuoteId: other(of.withdrawnQuoteId),
  }
}

/** What the team has, as one text: it changes when anything of it does. */
async function stateOf({ owner }: Belongings): Promise<string> {
  const { rows } = await sql<{ state: string }>`
    select (select string_agg(h::text, '' order by id) from holds h where team_id = ${owner.teamId})
      || (select string_agg(o::text, '' order by id) from orders o where team_id = ${owner.teamId})
      || (select string_agg(l::text || coalesce(t::text, '') || coalesce(r::text, ''), '' order by l.id)
          from orders o join order_lines l on l.order_id = o.id left join tickets t on t.line_id = l.id
          left join issue_reports r on r.line_id = l.id where o.team_id = ${owner.teamId})
      || (select string_agg(c::text, '' order by id) from checkout_attempts c where team_id = ${owner.teamId})
      || (select string_agg(q::text || (select count(*) from quote_history h where h.quote_id = q.id), '' order by id)
          from quotes q where team_id = ${owner.teamId})
      || (select string_agg(s::text, '' order by id) from saved_cards s where team_id = ${owner.teamId})
      || (select string_agg(a::text, '' order by id) from accounts a where team_id = ${owner.teamId})
      || (select string_agg(i::text, '' order by id) from team_invitations i where team_id = ${owner.teamId})
      || (select string_agg(s.id || coalesce(s.revoked_at::text, ''), '' order by s.id) from sessions s
          join accounts a on a.id = s.account_id where a.team_id = ${owner.teamId}) as state`.execute(
    market.db,
  )
  return rows[0]?.state ?? ''
}

function routeNamed(name: string): RouteContract {
  const route = market.mounted.get(name)
  if (!route) throw new Error(`${name} is not mounted`)
  return route
}

async function send(by: Caller, name: string, { params, query, body }: Reach) {
  const key = `other-team-${(number += 1)}`
  const answer = await by.call(routeNamed(name), { params, query, body, idempotencyKey: key })
  return answer.ok
    ? { status: answer.status, said: '' }
    : { status: answer.status, said: JSON.stringify([answer.error.code, answer.error.errors]) }
}

/** Every name in what the call takes, at any depth. */
function namesIn(schema: unknown, seen = new Set<unknown>()): string[] {
  if (schema === null || typeof schema !== 'object' || seen.has(schema)) return []
  seen.add(schema)
  const def: unknown = 'def' in schema ? schema.def : schema
  if (def === null || typeof def !== 'object') return []
  const shape: unknown = 'shape' in def ? def.shape : undefined
  const own = shape !== null && typeof shape === 'object' ? Object.entries(shape) : []
  const inner = ['element', 'innerType', 'in', 'out', 'left', 'right']
    .map((key) => Object.getOwnPropertyDescriptor(def, key)?.value as unknown) // whatever zod keeps there
    .filter((value) => value !== undefined)
  const options: unknown = 'options' in def ? def.options : []
  return [
    ...own.map(([name]) => name),
    ...[...own.map(([, value]) => value), ...inner, ...(Array.isArray(options) ? options : [])].flatMap(
      (value) => namesIn(value, seen),
    ),
  ]
}

const looksLikeId = /(^|_)(ids?|slug|ref|channel_name)(\[\])?$/

test('every call that takes an id of a team is walked below', () => {
  // Paying by the card of another team: cards.test.ts. The slug of a quote opens it to everybody who
  // has its link; what another team buys with it, quote-purchase.test.ts shows.
  const unused = new Set(['quote_slug', 'slug'])
  const found = [...market.mounted.values()]
    .filter(({ name }) => name !== 'quotes.accept')
    .filter(({ params, query, body }) =>
      [params, query, body]
        .flatMap((schema) => namesIn(schema))
        .some((name) => looksLikeId.test(name) && !ofTheMarket.has(name) && !unused.has(name)),
    )
    .map(({ name }) => name)
  expect(found.toSorted()).toEqual(Object.keys(reaches).toSorted())
})

describe.each(Object.entries(reaches))('%s', (name, of) => {
  test("[X-ROLE-03] another team's id is as unknown as one that never was, and nothing is changed by it", async () => {
    const theirs = await furnish()
    const before = await stateOf(theirs)
    const { status = 404, ...wanted } = of(theirs)
    const answer = await send(stranger, name, wanted)
    expect(answer.status).toBe(status)
    expect(await stateOf(theirs)).toBe(before)
    const unknown = await send(stranger, name, of(madeUp(theirs)))
    const withoutIds = (text: string) =>
      text.replaceAll(/"(hld|ord|oln|tkt|att|ses|usr|inv|qt)_\w+"/g, '"id"')
    expect({ ...answer, said: withoutIds(answer.said) }).toEqual({
      ...unknown,
      said: withoutIds(unknown.said),
    })
  })

  test('the team itself reaches it by the same id', async () => {
    const ours = await furnish()
    const answer = await send(ours.owner, name, of(ours))
    expect([answer.status, answer.said]).toEqual([200, ''])
  })
})

test('[X-ROLE-03] no answer to a stranger names anything of the team, whichever list they ask for', async () => {
  const theirs = await furnish()
  const { hold, orderId, lineId, ticketId, attemptId, sessionId, memberId, invitationId, owner } = theirs
  const { quoteId, quoteSlug } = theirs
  const secrets = [
    hold.hold_id,
    quoteId,
    quoteSlug,
    orderId,
    lineId,
    ticketId,
    attemptId,
    sessionId,
    memberId,
    invitationId,
    owner.accountId,
  ]
  const choices = { event_id: market.eventId, venue_id: market.venueId, query: 'home', name: 'terms' }
  const lists = [...market.mounted.values()].filter(
    ({ auth, name }) => auth !== 'public' && !(name in reaches),
  )
  let answered = 0
  for (const route of lists) {
    if (!(route.method === 'GET' || /^(catalogue|home|listings)\./.test(route.name))) continue
    const answer = await stranger.call(route, {
      params: choices,
      query: pick(route.query, choices),
      ...(route.method === 'POST' && { body: pick(route.body, choices) }),
    })
    if (answer.ok) answered += 1
    for (const secret of secrets) expect(answer.text, route.name).not.toContain(secret)
  }
  expect(answered).toBeGreaterThan(8)
  // The same ids do stand in the team's own lists.
  const own = await Promise.all(
    ['holds.list', 'orders.list', 'quotes.list', 'sessions.list', 'teams.overview'].map(
      async (name) => (await owner.call(routeNamed(name))).text,
    ),
  )
  for (const secret of [hold.hold_id, orderId, sessionId, memberId, invitationId, quoteId])
    expect(own.join('')).toContain(secret)
})

function pick(schema: unknown, choices: Record<string, unknown>): Record<string, unknown> {
  const names = namesIn(schema)
  return Object.fromEntries(Object.entries(choices).filter(([name]) => names.includes(name)))
}
