import { cardsRoutes } from '@terrace/contracts/cards'
import { emailChangeRoutes } from '@terrace/contracts/email-change'
import { quoteSettingsRoutes } from '@terrace/contracts/quote-settings'
import { quotesRoutes } from '@terrace/contracts/quotes'
import { teamsRoutes } from '@terrace/contracts/teams'
import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inTransaction } from '#api/db/transaction.ts'
import { importFile } from '#api/modules/catalogue/index.ts'
import { clearText, setText } from '#api/modules/content/index.ts'
import { cancelLines, deliverTickets, recordManualRefund, retryRefund } from '#api/modules/orders/index.ts'
import { processRefunds } from '#api/modules/orders/refunds/process-refunds.ts'
import { GatewayRejected, type PaymentGateway } from '#api/modules/payments/index.ts'
import {
  publishListing,
  relistListing,
  updateListingAsOperator,
  withdrawListing,
} from '#api/modules/supply/index.ts'
import { decideDispute } from '#api/test/fakes/sandbox.ts'
import { buyOrder } from '#api/test/fixtures/bought-order.ts'
import { disputedOrder, sendAllEvents } from '#api/test/fixtures/disputed-order.ts'
import { drawBlocks, newListing } from '#api/test/fixtures/new-listing.ts'
import { pendingRefund } from '#api/test/fixtures/pending-refund.ts'
import { buildQuoteFixture, ofListings, type QuoteFixture } from '#api/test/fixtures/quote-fixture.ts'
import type { Caller } from '#api/test/harness/build-test-app.ts'
import { readSecurityEvents, type SecurityEventFilter } from './audit.repo.ts'
import type { Actor } from './actor.ts'
import { recordChanges } from './record-changes.ts'

let market: QuoteFixture
beforeAll(async () => {
  market = await buildQuoteFixture({ config: { maxHeldTicketsPerTeam: 1000 } })
})
afterAll(() => market.close())

const operator: Actor = { caller: { ipAddress: 'terminal', userAgent: 'anna' } }

async function entries(filter: Omit<SecurityEventFilter, 'limit'>) {
  return readSecurityEvents(market.db, { ...filter, limit: 1000 })
}

async function lastEntry(filter: Omit<SecurityEventFilter, 'limit'>) {
  const entry = (await entries(filter)).at(-1)
  if (!entry) throw new Error(`no entry ${JSON.stringify(filter)}`)
  return entry
}

/** What an entry has of a change that this caller has made through the API. */
async function madeBy(caller: Caller) {
  const account = await market.db
    .selectFrom('accounts')
    .select('username')
    .where('id', '=', caller.accountId)
    .executeTakeFirstOrThrow()
  return {
    actor: account.username,
    teamId: caller.teamId,
    sessionId: expect.stringMatching(/^ses_/),
    requestId: expect.any(String),
  }
}

async function failRefund(refundId: string): Promise<void> {
  const gateway: PaymentGateway = {
    ...market.deps.gateway,
    name: market.deps.gateway.name,
    listRefunds: () => Promise.resolve([]),
    refundPayment: () => Promise.reject(new GatewayRejected('invalid_request', 'closed')),
  }
  await sql`update order_refunds set next_attempt_at = clock_timestamp() where id = ${refundId}`.execute(
    market.db,
  )
  await processRefunds({ ...market.deps, gateway })
}

test('a cancellation names the operator, the line, its states and the refund', async () => {
  const { buyer, order, line } = await buyOrder(market)
  const [refund] = await cancelLines(market.deps, {
    target: { lineId: line.id },
    actor: 'operator:anna',
    reason: 'Written for the buyer alone',
    relist: true,
    by: operator,
  })
  const entry = await lastEntry({ kind: 'order.line_cancelled', teamId: buyer.teamId })
  expect(entry).toMatchObject({
    actor: null,
    ipAddress: 'terminal',
    userAgent: 'anna',
    details: {
      order_id: order.id,
      line_id: line.id,
      seller_team_id: market.sellerTeamId,
      refund_id: refund?.refundId,
      is_relisted: true,
      before: { state: 'confirmed' },
      after: { state: 'cancelled', refund_minor: refund?.amount.minor, currency: 'GBP' },
    },
  })
  expect(JSON.stringify(entry)).not.toContain('Written for')
})

test('a paid refund is recorded once, as made by the server', async () => {
  const { refundId, buyer } = await pendingRefund(market)
  await processRefunds(market.deps)
  await sendAllEvents(market)
  expect(await entries({ kind: 'refund.succeeded', teamId: buyer.teamId })).toMatchObject([
    {
      ipAddress: 'server',
      details: { refund_id: refundId, before: { state: 'pending' }, after: { state: 'succeeded' } },
    },
  ])
})

test('a failed refund, its retry and its manual payment are recorded, without the note', async () => {
  const { refundId, buyer } = await pendingRefund(market)
  await failRefund(refundId)
  await retryRefund(market.deps, { refundId, by: operator })
  await failRefund(refundId)
  await recordManualRefund(market.deps, { refundId, note: 'to Ada Lovelace by bank', by: operator })
  const made = await entries({ teamId: buyer.teamId })
  expect(made.filter(({ kind }) => kind.startsWith('refund.'))).toMatchObject([
    { kind: 'refund.failed', ipAddress: 'server', details: { before: { state: 'pending' } } },
    { kind: 'refund.retried', ipAddress: 'terminal', details: { after: { state: 'pending' } } },
    { kind: 'refund.failed', ipAddress: 'server' },
    { kind: 'refund.paid_manually', userAgent: 'anna', details: { after: { state: 'succeeded' } } },
  ])
  expect(JSON.stringify(made)).not.toContain('Lovelace')
})

test('each delivery is recorded with its tickets, without links', async () => {
  const { buyer, line } = await buyOrder(market)
  const deliver = (ticketNumber: number, url: string) =>
    deliverTickets(market.deps, {
      lineId: line.id,
      delivery: { kind: 'mobile_link', url },
      ticketNumber,
      actor: 'operator:anna',
      by: operator,
    })
  await deliver(1, 'https://tickets.example/one-secret')
  await expect(deliver(1, 'https://tickets.example/again')).rejects.toMatchObject({
    code: 'ticket.already_delivered',
  })
  await deliver(2, 'https://tickets.example/two-secret')
  const made = await entries({ kind: 'order.tickets_delivered', teamId: buyer.teamId })
  expect(made.map(({ details }) => details)).toMatchObject([
    { line_id: line.id, kind: 'mobile_link', tickets: '1', after: { state: 'confirmed' } },
    { line_id: line.id, kind: 'mobile_link', tickets: '2', after: { state: 'delivered' } },
  ])
  expect(JSON.stringify(made)).not.toContain('secret')
})

test('listings are recorded from publication to withdrawal, with price and quantity before and after', async () => {
  await drawBlocks(market)
  const deps = { ...market.deps, actor: operator }
  const { id } = await publishListing(deps, newListing(market))
  await updateListingAsOperator(deps, { listingId: id, priceMinor: 9000, quantity: 3 })
  await updateListingAsOperator(deps, { listingId: id, priceMinor: 9000 })
  await withdrawListing(deps, id)
  await relistListing(deps, id)
  await expect(updateListingAsOperator(deps, { listingId: id, priceMinor: -1 })).rejects.toThrow()
  const made = await entries({ teamId: market.sellerTeamId })
  expect(made.filter(({ details }) => details['listing_id'] === id)).toMatchObject([
    { kind: 'listing.published', details: { after: { price_minor: 8500, currency: 'GBP', quantity: 4 } } },
    {
      kind: 'listing.changed',
      userAgent: 'anna',
      details: {
        before: { price_minor: 8500, quantity: 4 },
        after: { price_minor: 9000, quantity: 3 },
      },
    },
    { kind: 'listing.withdrawn' },
    { kind: 'listing.relisted' },
  ])
})

test('saved, removed and default cards are recorded with the account, also when the provider reports them', async () => {
  const buyer = await market.addBuyer()
  const save = async (token: string) => {
    const setup = await buyer.call(cardsRoutes.clientSecret, { body: {} })
    const body = { setup_id: setup.data.data.setup_id, card_token: token }
    const { card } = (await buyer.call(cardsRoutes.save, { body })).data.data
    return card?.id ?? ''
  }
  const [first, second] = [await save('pm_card_visa'), await save('pm_card_amex')]
  await buyer.call(cardsRoutes.makeDefault, { params: { card_id: second } })
  await buyer.call(cardsRoutes.remove, { params: { card_id: first } })
  await buyer.call(cardsRoutes.remove, { params: { card_id: first } })
  const made = await entries({ teamId: buyer.teamId })
  const byBuyer = await madeBy(buyer)
  expect(made).toMatchObject([
    { kind: 'card.saved', details: { card_id: first, brand: 'visa', last4: '4242' }, ...byBuyer },
    { kind: 'card.default_changed', details: { before: { card_id: null }, after: { card_id: first } } },
    { kind: 'card.saved', details: { card_id: second } },
    { kind: 'card.default_changed', details: { before: { card_id: first }, after: { card_id: second } } },
    { kind: 'card.removed', details: { card_id: first, brand: 'visa' }, ...byBuyer },
  ])
})

test('a dispute is recorded when it opens and when it is decided', async () => {
  const { teamId, findDispute } = await disputedOrder(market)
  await sendAllEvents(market)
  const { disputeId } = (await findDispute()) ?? {}
  decideDispute(market.deps.sandbox.store, disputeId ?? '', 'lost')
  await sendAllEvents(market)
  await sendAllEvents(market)
  expect(await entries({ kind: 'dispute.changed', teamId })).toMatchObject([
    { details: { dispute_id: disputeId, before: { state: null }, after: { state: 'open' } } },
    { details: { before: { state: 'open' }, after: { state: 'lost', withheld_minor: 8925 } } },
  ])
})

test('a changed commission is recorded with both values', async () => {
  const { broker } = market
  const { id } = await market.quote(ofListings(await market.list()))
  const change = { commission_method: 'percentage', commission_amount: '12.5' } as const
  const request = { params: { quote_id: id }, body: change }
  await broker.call(quotesRoutes.changeCommission, request)
  await broker.call(quotesRoutes.changeCommission, request)
  expect(await entries({ kind: 'quote.commission_changed', teamId: broker.teamId })).toMatchObject([
    {
      ...(await madeBy(broker)),
      details: { quote_id: id, before: { commission: '10.00 %' }, after: { commission: '12.50 %' } },
    },
  ])
})

test('quote settings are recorded by name, and with values only where they are about money or stock', async () => {
  const { broker } = market
  const {
    logo: _logo,
    quote_origin: _origin,
    may_manage: _mayManage,
    team_name: _teamName,
    ...settings
  } = (await broker.call(quoteSettingsRoutes.read)).data.data
  await broker.call(quoteSettingsRoutes.change, {
    body: {
      ...settings,
      contact_email: 'ada@example.test',
      hold_on_accept: { enabled: true, max_tickets: 6 },
      defaults: { ...settings.defaults, commission_amount: '7.5' },
    },
  })
  const entry = await lastEntry({ kind: 'team.quote_settings_changed', teamId: broker.teamId })
  expect(entry.details).toEqual({
    changed: 'contactEmail, holdsOnAccept, maxHeldOnAccept, defaults.commission',
    before: { holdsOnAccept: false, maxHeldOnAccept: 8, 'defaults.commission': null },
    after: { holdsOnAccept: true, maxHeldOnAccept: 6, 'defaults.commission': 750 },
  })
})

test('a changed logo is recorded', async () => {
  const owner = await market.addBuyer()
  const image = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#0a6a4d' } })
    .png()
    .toBuffer()
  await owner.call(quoteSettingsRoutes.changeLogo, { body: { base64: image.toString('base64') } })
  await owner.call(quoteSettingsRoutes.removeLogo)
  expect(await entries({ kind: 'team.quote_logo_changed', teamId: owner.teamId })).toMatchObject([
    { details: { removed: false } },
    { ...(await madeBy(owner)), details: { removed: true } },
  ])
})

test('a changed role is recorded with both roles', async () => {
  const owner = await market.addBuyer()
  const member = await market.addBuyer({ teamId: owner.teamId, teamRole: 'member' })
  await owner.call(teamsRoutes.changeRole, { params: { id: member.accountId }, body: { role: 'owner' } })
  expect(await lastEntry({ kind: 'team.role_changed', teamId: owner.teamId })).toMatchObject({
    ...(await madeBy(owner)),
    details: { from: 'member', to: 'owner' },
  })
})

test('an invitation that is sent again or withdrawn is recorded', async () => {
  const owner = await market.addBuyer()
  const body = {
    email: 'guest@example.test',
    role: 'member',
    join_link: 'http://localhost:4000/join',
  } as const
  const { id } = (await owner.call(teamsRoutes.invite, { body })).data.data
  await owner.call(teamsRoutes.resend, { params: { id } })
  expect(await lastEntry({ kind: 'team.invitation_resent', teamId: owner.teamId })).toMatchObject({
    ...(await madeBy(owner)),
    details: { invitation_id: id },
  })
  await owner.call(teamsRoutes.withdraw, { params: { id } })
  expect(await lastEntry({ kind: 'team.invitation_withdrawn', teamId: owner.teamId })).toMatchObject(
    await madeBy(owner),
  )
})

test('a cancelled change of the email address is recorded', async () => {
  const buyer = await market.addBuyer()
  await buyer.call(emailChangeRoutes.request, { body: { email: 'new-address@example.test' } })
  await buyer.call(emailChangeRoutes.cancel)
  expect(await lastEntry({ kind: 'account.email_change_cancelled' })).toMatchObject(await madeBy(buyer))
})

test('loaded rates are recorded unless they are the same', async () => {
  const load = (rate: string) =>
    importFile(
      { ...market.deps, actor: operator },
      { kind: 'rates', content: `Date,USD,GBP\n2020-01-02,${rate},0.85\n` },
    )
  await load('1.1')
  await load('1.1')
  await load('1.2')
  expect(await entries({ kind: 'import.loaded' })).toMatchObject([
    { userAgent: 'anna', details: { kind: 'rates', added: 2, changed: 0 } },
    { userAgent: 'anna', details: { kind: 'rates', added: 0, changed: 1 } },
  ])
})

test('changed legal texts are recorded by their hashes', async () => {
  const set = (text: string) =>
    setText(market.deps, { name: 'terms', bytes: Buffer.from(text), actor: operator })
  await set('One')
  await set('One')
  await set('Two')
  await clearText(market.deps, { name: 'terms', actor: operator })
  const hash = expect.stringMatching(/^[0-9a-f]{64}$/)
  expect((await entries({ kind: 'content.changed' })).map(({ details }) => details)).toEqual([
    { page: 'terms', before: { sha256: null }, after: { sha256: hash } },
    { page: 'terms', before: { sha256: hash }, after: { sha256: hash } },
    { page: 'terms', before: { sha256: hash }, after: { sha256: null } },
  ])
})

test('a change that is rolled back leaves no entry', async () => {
  const rolledBack = inTransaction(market.db, async (tx) => {
    await recordChanges(tx, operator, {
      kind: 'listing.withdrawn',
      teamId: market.sellerTeamId,
      details: { listing_id: 'lst_never', event_id: market.eventId },
    })
    throw new Error('rolled back')
  })
  await expect(rolledBack).rejects.toThrow('rolled back')
  const kinds = await entries({ kind: 'listing.withdrawn' })
  expect(kinds.filter(({ details }) => details['listing_id'] === 'lst_never')).toEqual([])
})
