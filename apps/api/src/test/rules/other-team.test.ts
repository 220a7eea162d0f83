import { accountExportsRoutes } from '@terrace/contracts/account-exports'
import { calendarsRoutes } from '@terrace/contracts/calendars'
import { cardsRoutes } from '@terrace/contracts/cards'
import { checkoutRoutes } from '@terrace/contracts/checkout'
import { notificationsRoutes } from '@terrace/contracts/notifications'
import { clientsRoutes } from '@terrace/contracts/clients'
import { quoteCreationRoutes } from '@terrace/contracts/quote-creation'
import { quotesRoutes } from '@terrace/contracts/quotes'
import { teamChannel } from '@terrace/contracts/realtime'
import type { RouteContract } from '@terrace/contracts/route'
import { savedSearchesRoutes } from '@terrace/contracts/saved-searches'
import { savedPeopleRoutes } from '@terrace/contracts/saved-people'
import { sessionsRoutes } from '@terrace/contracts/sessions'
import { teamsRoutes } from '@terrace/contracts/teams'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runExports } from '#api/modules/privacy/self-service/run-exports.ts'
import { buildMarketplace, type Marketplace } from '../fixtures/marketplace-fixture.ts'
import type { Caller } from '../harness/build-test-app.ts'
import { addRates } from '../fixtures/factories.ts'
import { purchaseBody } from '../fixtures/purchase-body.ts'
import { namesIn, pickFields } from './schema-fields.ts'
import { sharedFields } from './shared-fields.ts'
import type { TeamCall, TeamRecords } from './team-records.ts'
import { deliveredTickets } from './delivered-tickets.ts'

/**
 * Every route that names a record of a team. The built call runs as another team, as another team with an unknown id,
 * and as the team itself, in this order.
 */
const reaches: Record<string, (of: TeamRecords) => TeamCall> = {
  'account-exports.download': ({ exportId }) => ({ params: { id: exportId } }),
  'account-exports.remove': ({ exportId }) => ({ params: { id: exportId } }),
  'calendars.order': ({ orderId }) => ({ params: { order_id: orderId } }),
  'calendars.replace': ({ calendarId }) => ({ params: { calendar_id: calendarId } }),
  'calendars.revoke': ({ calendarId }) => ({ params: { calendar_id: calendarId } }),
  'cards.make-default': ({ cardId }) => ({ params: { card_id: cardId } }),
  'cards.remove': ({ cardId }) => ({ params: { card_id: cardId } }),
  'cards.save': ({ setupId }) => ({ body: { setup_id: setupId } }),
  'clients.accept-proposal': ({ proposalId }) => ({ params: { proposal_id: proposalId } }),
  'clients.dismiss-proposal': ({ proposalId }) => ({ params: { proposal_id: proposalId } }),
  'clients.export-selected': ({ clientId }) => ({ body: { client_ids: [clientId] }, status: 200 }),
  'clients.one': ({ clientId }) => ({ params: { client_id: clientId } }),
  'clients.remove': ({ clientId }) => ({ params: { client_id: clientId } }),
  'clients.remove-selected': ({ clientId }) => ({ body: { client_ids: [clientId] }, status: 200 }),
  'clients.update': ({ clientId }) => ({
    params: { client_id: clientId },
    body: { name: 'Ada Lovelace', version: 1 },
  }),
  'checkout.attempt': ({ attemptId }) => ({ params: { attempt_id: attemptId } }),
  'checkout.buy': ({ hold }) => ({ body: purchaseBody([hold]), status: 409 }),
  'holds.change-note': ({ hold }) => ({ params: { hold_id: hold.hold_id }, body: { internal_note: 'x' } }),
  // Returns nothing of other teams: team-holds.test.ts.
  'holds.ended-unsold': ({ hold }) => ({ query: { 'hold_id[]': hold.hold_id }, status: 200 }),
  'holds.place': ({ quoteId, quotedListingId }) => ({
    body: [{ listing_id: quotedListingId, quantity: 1, quote_ref: quoteId }],
    status: 422,
  }),
  'holds.release': ({ hold }) => ({ body: [{ hold_id: hold.hold_id, quantity: 1 }], status: 409 }),
  'holds.schedule-release': ({ hold }) => ({ body: [{ hold_id: hold.hold_id, quantity: 1 }], status: 409 }),
  // Holds of other teams count as ended: schedule-releases.test.ts.
  'holds.undo-release': ({ hold }) => ({ body: [{ hold_id: hold.hold_id }], status: 200 }),
  // Ignores ids that the account does not have.
  'notifications.mark-read': ({ notificationId }) => ({ body: { ids: [notificationId] }, status: 200 }),
  'orders.change-details': ({ orderId }) => ({ params: { order_id: orderId }, body: { reference: 'PO 1' } }),
  'orders.export': ({ clientId }) => ({ query: { client_id: clientId }, status: 422 }),
  'orders.invoice': ({ orderId }) => ({ params: { order_id: orderId } }),
  'orders.list': ({ clientId }) => ({ query: { client_id: clientId }, status: 422 }),
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
  'quotes.change-details': ({ quoteId }) => ({ params: { quote_id: quoteId }, body: { reference: 'PO 1' } }),
  'quotes.check': ({ quoteId }) => ({ params: { quote_id: quoteId }, body: {} }),
  'quotes.copy': ({ quoteId }) => ({ params: { quote_id: quoteId }, body: { quote_expiry: 2 } }),
  'quotes.extend': ({ quoteId }) => ({ params: { quote_id: quoteId }, body: { quote_expiry: 6 } }),
  'quotes.generate': ({ hold }) => ({ body: quoteBody({ hold_ids: [hold.hold_id] }), status: 409 }),
  'quotes.list': ({ clientId }) => ({ query: { client_id: clientId }, status: 422 }),
  'quotes.one': ({ quoteId }) => ({ params: { quote_id: quoteId } }),
  'quotes.pdf': ({ quoteId }) => ({ params: { quote_id: quoteId } }),
  'quotes.reopen': ({ withdrawnQuoteId }) => ({
    params: { quote_id: withdrawnQuoteId },
    body: { quote_expiry: 2 },
  }),
  'quotes.send': ({ quoteId }) => ({
    params: { quote_id: quoteId },
    body: { email: 'client@example.test' },
  }),
  'quotes.recipients': ({ quoteId }) => ({ query: { quote_ids: quoteId }, status: 200 }),
  'quotes.share': ({ quoteId }) => ({ body: { quote_ids: [quoteId] }, status: 200 }),
  'quotes.undo-withdrawal': ({ withdrawnQuoteId }) => ({ params: { quote_id: withdrawnQuoteId } }),
  'quotes.withdraw': ({ quoteId }) => ({ params: { quote_id: quoteId }, body: {} }),
  'realtime.authorise': ({ channel }) => ({ body: { socket_id: '1.2', channel_name: channel }, status: 403 }),
  'saved_searches.change': ({ savedSearchId }) => ({
    params: { search_id: savedSearchId },
    body: { live: false },
  }),
  'saved_searches.remove': ({ savedSearchId }) => ({ params: { search_id: savedSearchId } }),
  'saved-people.mark-used': ({ personId }) => ({ params: { person_id: personId } }),
  'saved-people.remove': ({ personId }) => ({ params: { person_id: personId } }),
  'sessions.revoke': ({ sessionId }) => ({ params: { id: sessionId } }),
  'teams.change-permissions': ({ memberId }) => ({
    params: { id: memberId },
    body: { permissions: ['view'] },
  }),
  'teams.change-role': ({ memberId }) => ({ params: { id: memberId }, body: { role: 'owner' } }),
  'teams.remove': ({ memberId }) => ({ params: { id: memberId } }),
  'teams.resend': ({ invitationId }) => ({ params: { id: invitationId } }),
  'workspace.dismiss-attention': ({ quoteId }) => ({
    body: { id: quoteId, version: '1', dismissed: true },
    status: 200,
  }),
  'tickets.download-link': ({ ticketId }) => ({ params: { ticket_id: ticketId } }),
  'tickets.open-link': ({ mobileTicketId }) => ({ params: { ticket_id: mobileTicketId } }),
  'tickets.file': ({ ticketId }) => ({ params: { ticket_id: ticketId } }),
  'teams.withdraw': ({ invitationId }) => ({ params: { id: invitationId } }),
}

const quoteBody = (values: object) => ({
  event_id: market.eventId,
  title: 'Two for the derby',
  quote_expiry: 4,
  currency_to_display: 'GBP',
  commission_method: 'percentage' as const,
  commission_amount: '10',
  ...values,
})

let market: Marketplace
let outsider: Caller
/** Records that no test changes. */
let theirs: TeamRecords
beforeAll(async () => {
  market = await buildMarketplace({ config: { maxHeldTicketsPerTeam: 1000 } })
  await addRates(market.db, new Date().toISOString().slice(0, 10), { GBP: '0.86' })
  outsider = await market.addBuyer()
  theirs = await createTeamRecords()
})
afterAll(() => market.close())

let number = 0

/** A team of two with one record of every kind. */
async function createTeamRecords(): Promise<TeamRecords> {
  const owner = await market.addBuyer()
  const member = await market.addBuyer({ teamId: owner.teamId, teamRole: 'member' })
  const bought = await market.hold(owner, await market.list({ quantity: 2 }), 2)
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
  market.deps.eventCache.invalidate(market.eventId)
  const quote = async () => {
    const body = quoteBody({ listings: [{ listing_id: quotedListingId, quantity: 2 }], client_name: 'Bea' })
    return (await owner.call(quoteCreationRoutes.generate, { body })).data.data
  }
  const [open, withdrawn] = [await quote(), await quote()]
  await owner.call(quotesRoutes.withdraw, { params: { quote_id: withdrawn.id }, body: {} })
  const client = await owner.call(clientsRoutes.create, { body: { name: 'Ada', email: 'ada@example.test' } })
  // The quotes' client becomes a proposal.
  await market.deps.outbox.drain()
  const search = await owner.call(savedSearchesRoutes.save, {
    body: { event_id: market.eventId, name: 'Any', filter: {}, live: true, mail: false },
  })
  const people = await owner.call(savedPeopleRoutes.save, {
    body: { people: [{ first_name: 'Ada', last_name: 'Lovelace' }] },
  })
  const [proposal] = (await owner.call(clientsRoutes.proposals)).data.data
  const calendar = await owner.call(calendarsRoutes.create, { body: { kind: 'mine' } })
  const exported = await owner.call(accountExportsRoutes.request)
  await runExports(market.deps)
  return {
    owner,
    member,
    exportId: exported.data.data.id,
    clientId: client.data.data.id,
    proposalId: proposal?.id ?? 'none',
    savedSearchId: search.data.data.id,
    personId: people.data.data[0]?.id ?? 'none',
    calendarId: calendar.data.data.id,
    quoteId: open.id,
    quoteSlug: open.slug,
    withdrawnQuoteId: withdrawn.id,
    quotedListingId,
    hold: await market.hold(owner, await market.list({ quantity: 4 }), 2),
    orderId,
    lineId,
    ...(await deliveredTickets(market, owner, orderId, lineId)),
    attemptId: data.data.attempt_id,
    ...(await savedCard(owner)),
    sessionId: sessions.data.data[0]?.id ?? 'none',
    memberId: member.accountId,
    invitationId: invitation.data.data.id,
    notificationId: await recordedMessage(owner),
    channel: teamChannel(owner.teamId),
  }
}

async function recordedMessage(owner: Caller): Promise<string> {
  const message = {
    key: `other-team-${number}`,
    text: 'Saved',
    severity: 0 as const,
    link: null,
    age_seconds: 0,
  }
  await owner.call(notificationsRoutes.record, { body: { messages: [message] } })
  const { data } = (await owner.call(notificationsRoutes.list)).data
  return data.find(({ kind }) => kind === 'message')?.id ?? 'none'
}

async function savedCard(owner: Caller): Promise<Pick<TeamRecords, 'cardId' | 'setupId'>> {
  const { data } = (await owner.call(cardsRoutes.clientSecret, { body: {} })).data
  const body = { setup_id: data.setup_id, card_token: 'pm_card_visa' }
  const saved = await owner.call(cardsRoutes.save, { body })
  return { setupId: data.setup_id, cardId: saved.data.data.card?.id ?? 'none' }
}

/** Unknown ids of the same format. */
function inventIds(of: TeamRecords): TeamRecords {
  const other = (id: string) => id.slice(0, -6) + 'zzzzzz'
  return {
    ...of,
    hold: { ...of.hold, hold_id: other(of.hold.hold_id) },
    orderId: other(of.orderId),
    lineId: other(of.lineId),
    ticketId: other(of.ticketId),
    mobileTicketId: other(of.mobileTicketId),
    attemptId: other(of.attemptId),
    cardId: other(of.cardId),
    setupId: other(of.setupId),
    sessionId: other(of.sessionId),
    memberId: other(of.memberId),
    invitationId: other(of.invitationId),
    notificationId: other(of.notificationId),
    channel: other(of.channel),
    quoteId: other(of.quoteId),
    withdrawnQuoteId: other(of.withdrawnQuoteId),
    clientId: other(of.clientId),
    proposalId: other(of.proposalId),
    savedSearchId: other(of.savedSearchId),
    personId: other(of.personId),
    calendarId: other(of.calendarId),
    exportId: other(of.exportId),
  }
}

/** Everything the team has as one text, to detect any change. */
async function stateOf({ owner }: TeamRecords): Promise<string> {
  const { rows } = await sql<{ state: string }>`
    select (select string_agg(h::text, '' order by id) from holds h where team_id = ${owner.teamId})
      || (select string_agg(o::text, '' order by id) from orders o where team_id = ${owner.teamId})
      || (select string_agg(l::text || coalesce(t::text, '') || coalesce(r::text, ''), '' order by l.id)
          from orders o join order_lines l on l.order_id = o.id left join tickets t on t.line_id = l.id
          left join issue_reports r on r.line_id = l.id where o.team_id = ${owner.teamId})
      || (select string_agg(c::text, '' order by id) from checkout_attempts c where team_id = ${owner.teamId})
      || (select string_agg(q::text || (select count(*) from quote_history h where h.quote_id = q.id), '' order by id)
          from quotes q where team_id = ${owner.teamId})
      || (select string_agg(c::text, '' order by id) from clients c where team_id = ${owner.teamId})
      || (select string_agg(p::text, '' order by id) from saved_people p where team_id = ${owner.teamId})
      || (select string_agg(p::text, '' order by id) from client_proposals p where team_id = ${owner.teamId})
      || (select string_agg(s.id || s.name || s.is_notified, '' order by id) from saved_searches s where team_id = ${owner.teamId})
      || (select string_agg(f::text, '' order by id) from calendar_feeds f where account_id = ${owner.accountId})
      || (select string_agg(s::text, '' order by id) from saved_cards s where team_id = ${owner.teamId})
      || (select string_agg(a::text, '' order by id) from accounts a where team_id = ${owner.teamId})
      || (select string_agg(i::text, '' order by id) from team_invitations i where team_id = ${owner.teamId})
      || (select string_agg(n.id || coalesce(n.read_at::text, ''), '' order by n.id) from notifications n
          where n.account_id = ${owner.accountId} and n.kind = 'message')
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

async function send(by: Caller, name: string, { params, query, body }: TeamCall) {
  const key = `other-team-${(number += 1)}`
  const response = await by.call(routeNamed(name), { params, query, body, idempotencyKey: key })
  return response.ok
    ? { status: response.status, errorText: '' }
    : { status: response.status, errorText: JSON.stringify([response.error.code, response.error.errors]) }
}

const idField = /(^|_)(ids?|slug|ref|channel_name)(\[\])?$/

test("every route that takes a team's id is covered below", () => {
  // Covered elsewhere: cards of another team in cards.test.ts; slugs, which open a quote for anyone with the link, in
  // purchase-quote.test.ts.
  const unused = new Set(['quote_slug', 'slug'])
  const found = [...market.mounted.values()]
    // Ids of columns, saved views and spans are names that the browser chose.
    .filter(({ name }) => !['quotes.accept', 'preferences.change', 'browser-spans.record'].includes(name))
    // Factors of another account: in modules/accounts/second-factor.
    .filter(({ name }) => name !== 'accounts.second-factor' && !name.startsWith('security.'))
    // Documents of another application: modules/seller-accounts.
    .filter(({ name }) => !name.startsWith('seller-account.'))
    // Stock of another seller: other-seller.test.ts.
    .filter(({ auth }) => auth !== 'seller')
    // Imports of another key: modules/inventory-imports/api-keys.test.ts.
    .filter(({ auth }) => auth !== 'api_key')
    .filter(({ params, query, body }) =>
      [params, query, body]
        .flatMap((schema) => namesIn(schema))
        .some((name) => idField.test(name) && !sharedFields.has(name) && !unused.has(name)),
    )
    .map(({ name }) => name)
  expect(found.toSorted()).toEqual(Object.keys(reaches).toSorted())
})

describe.each(Object.entries(reaches))('%s', (name, of) => {
  test("[X-ROLE-03] another team's id behaves like an unknown one and changes nothing", async () => {
    const before = await stateOf(theirs)
    const { status = 404, ...request } = of(theirs)
    const response = await send(outsider, name, request)
    expect(response.status).toBe(status)
    expect(await stateOf(theirs)).toBe(before)
    const unknown = await send(outsider, name, of(inventIds(theirs)))
    const withoutIds = (text: string) =>
      text.replaceAll(/"(hld|ord|oln|tkt|att|ses|usr|inv|qt|clt|clp|ssr)_\w+"/g, '"id"')
    expect({ ...response, errorText: withoutIds(response.errorText) }).toEqual({
      ...unknown,
      errorText: withoutIds(unknown.errorText),
    })
  })

  test('the team itself can use the same ids', async () => {
    const ours = await createTeamRecords()
    const response = await send(ours.owner, name, of(ours))
    expect([response.status, response.errorText]).toEqual([200, ''])
  })
})

test("[X-ROLE-03] responses to other teams never contain this team's data", async () => {
  const {
    hold,
    orderId,
    lineId,
    ticketId,
    mobileTicketId,
    attemptId,
    sessionId,
    memberId,
    invitationId,
    owner,
  } = theirs
  const { quoteId, quoteSlug } = theirs
  const secrets = [
    hold.hold_id,
    quoteId,
    quoteSlug,
    orderId,
    lineId,
    ticketId,
    mobileTicketId,
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
  let callCount = 0
  for (const route of lists) {
    if (!(route.method === 'GET' || /^(catalogue|home|listings)\./.test(route.name))) continue
    const response = await outsider.call(route, {
      params: choices,
      query: pickFields(route.query, choices),
      ...(route.method === 'POST' && { body: pickFields(route.body, choices) }),
    })
    if (response.ok) callCount += 1
    for (const secret of secrets) expect(response.text, route.name).not.toContain(secret)
  }
  expect(callCount).toBeGreaterThan(8)
  // Control: the same ids appear in the team's own lists.
  const own = ['holds.list', 'orders.list', 'quotes.list', 'sessions.list', 'teams.overview']
  const fields = await Promise.all(own.map(async (name) => (await owner.call(routeNamed(name))).text))
  for (const secret of [hold.hold_id, orderId, sessionId, memberId, invitationId, quoteId])
    expect(fields.join('')).toContain(secret)
})
