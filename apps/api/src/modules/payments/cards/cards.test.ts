import { cardsRoutes, type WireCard } from '@terrace/contracts/cards'
import { checkoutRoutes } from '@terrace/contracts/checkout'
import { ordersRoutes } from '@terrace/contracts/orders'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { completeBankChallenge } from '#api/test/fakes/bank-challenge.ts'
import { buildMarketplace, type Marketplace } from '#api/test/fixtures/marketplace-fixture.ts'
import type { Caller } from '#api/test/harness/build-test-app.ts'
import { purchaseBody } from '#api/test/fixtures/purchase-body.ts'
import { sendWebhookEvent } from '#api/test/fixtures/send-webhook-event.ts'

let market: Marketplace
beforeAll(async () => {
  market = await buildMarketplace()
})
afterAll(() => market.close())

async function startSetup(buyer: Caller): Promise<string> {
  return (await buyer.call(cardsRoutes.clientSecret, { body: {} })).data.data.setup_id
}

async function save(buyer: Caller, cardToken = 'pm_card_visa', makeDefault?: 0 | 1) {
  const body = {
    setup_id: await startSetup(buyer),
    card_token: cardToken,
    ...(makeDefault !== undefined && { make_default: makeDefault }),
  }
  return (await buyer.call(cardsRoutes.save, { body })).data.data
}

async function saved(buyer: Caller, cardToken?: string, makeDefault?: 0 | 1): Promise<WireCard> {
  const { card } = await save(buyer, cardToken, makeDefault)
  if (!card) throw new Error('the card was not saved')
  return card
}

const cardsOf = async (buyer: Caller) => (await buyer.call(cardsRoutes.list)).data.data

async function payBy(buyer: Caller, cardId: string) {
  const held = await market.hold(buyer, await market.list(), 1)
  const { card_token: _new, ...body } = purchaseBody([held])
  return buyer.call(checkoutRoutes.buy, { body: { ...body, use_existing_card: 1, card_id: cardId } })
}

test('[API-29] the client secret comes from the gateway, is for one card and contains no number', async () => {
  const buyer = await market.addBuyer()
  const { data } = (await buyer.call(cardsRoutes.clientSecret, { body: {} })).data
  expect(data).toEqual({
    gateway: 'sandbox',
    setup_id: expect.stringMatching(/^seti_/),
    client_secret: expect.stringContaining(`${data.setup_id}_secret_`),
  })
  // The specification shows no payload, so none is required.
  expect((await buyer.call(cardsRoutes.clientSecret)).status).toBe(200)
})

test('a saved card keeps the typed expiry', async () => {
  const buyer = await market.addBuyer()
  expect(await saved(buyer, 'pm_card_jcb_exp_12_2040')).toMatchObject({
    brand: 'jcb',
    last4: '0505',
    exp_month: 12,
    exp_year: 2040,
  })
})

test('[API-28] [X-PAY-05] a saved card is listed with brand, last four digits and expiry, the first as default', async () => {
  const buyer = await market.addBuyer()
  expect(await cardsOf(buyer)).toEqual([])
  const card = await saved(buyer, 'pm_card_amex')
  expect(card).toEqual({
    id: expect.stringMatching(/^crd_/),
    brand: 'amex',
    last4: '0005',
    exp_month: 12,
    exp_year: expect.any(Number),
    is_default: true,
    is_expired: false,
    added_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
  })
  expect(await cardsOf(buyer)).toEqual([card])
  const teammate = await market.addBuyer({ teamId: buyer.teamId, teamRole: 'member' })
  expect(await cardsOf(teammate)).toEqual([card])
})

test('[X-PAY-05] cards can be made the default and removed; the next one then becomes the default', async () => {
  const buyer = await market.addBuyer()
  const first = await saved(buyer)
  const second = await saved(buyer, 'pm_card_mastercard')
  const third = await saved(buyer, 'pm_card_visa_debit', 1)
  const order = async () => (await cardsOf(buyer)).map(({ last4, is_default }) => [last4, is_default])
  expect((await order())[0]).toEqual(['5556', true])
  await buyer.call(cardsRoutes.makeDefault, { params: { card_id: first.id } })
  expect((await order())[0]).toEqual(['4242', true])
  expect((await cardsOf(buyer)).filter((card) => card.is_default)).toHaveLength(1)
  await buyer.call(cardsRoutes.remove, { params: { card_id: first.id } })
  expect(await cardsOf(buyer)).toMatchObject([{ is_default: true }, { is_default: false }])
  expect(new Set((await cardsOf(buyer)).map(({ id }) => id))).toEqual(new Set([second.id, third.id]))
  const repeated = await buyer.call(cardsRoutes.remove, { params: { card_id: first.id } })
  expect([repeated.status, repeated.error.code]).toEqual([404, 'cards.not_found'])
})

test('a card behind a bank challenge is saved once the buyer returns', async () => {
  const buyer = await market.addBuyer()
  const setupId = await startSetup(buyer)
  const body = { setup_id: setupId, card_token: 'pm_card_threeDSecure2Required' }
  const pending = (await buyer.call(cardsRoutes.save, { body })).data.data
  expect(pending).toEqual({
    status: 'requires_action',
    next_action: { type: 'redirect_to_url', url: expect.stringContaining('/sandbox/challenge/') },
  })
  expect(await completeBankChallenge(market, pending.next_action?.url ?? '', 'approve')).toBe(
    `/profile?tab=account&setup=${setupId}`,
  )
  const resumed = await buyer.call(cardsRoutes.save, { body: { setup_id: setupId } })
  expect(resumed.data.data).toMatchObject({ status: 'saved', card: { last4: '3220', is_default: true } })
  expect(await cardsOf(buyer)).toHaveLength(1)
})

test('a declined card is not saved and gives the reason, and another card can be tried', async () => {
  const buyer = await market.addBuyer()
  const setupId = await startSetup(buyer)
  const declined = await buyer.call(cardsRoutes.save, {
    body: { setup_id: setupId, card_token: 'pm_card_chargeDeclinedExpiredCard' },
  })
  expect(declined.data.data).toEqual({
    status: 'declined',
    reason: expect.stringContaining('expired'),
    decline_code: 'expired_card',
  })
  const unknown = await buyer.call(cardsRoutes.save, {
    body: { setup_id: setupId, card_token: 'pm_card_unheard_of' },
  })
  expect(unknown.data.data).toMatchObject({ status: 'declined', decline_code: 'resource_missing' })
  expect(await cardsOf(buyer)).toEqual([])
  const accepted = await buyer.call(cardsRoutes.save, {
    body: { setup_id: setupId, card_token: 'pm_card_visa' },
  })
  expect(accepted.data.data.status).toBe('saved')
})

test('a card number instead of a token is rejected with its field and goes nowhere', async () => {
  const buyer = await market.addBuyer()
  const response = await buyer.call(cardsRoutes.save, {
    body: { setup_id: await startSetup(buyer), card_token: '4242 4242 4242 4242' },
  })
  expect(response.status).toBe(422)
  expect(response.error.errors).toMatchObject({ fields: { card_token: [expect.any(String)] } })
  expect(response.text).not.toContain('4242')
})

test('[X-ROLE-04] another team’s card cannot be seen, changed, used or completed', async () => {
  const [buyer, otherBuyer] = [await market.addBuyer(), await market.addBuyer()]
  const card = await saved(buyer)
  await saved(otherBuyer)
  expect(await cardsOf(otherBuyer)).toHaveLength(1)
  for (const route of [cardsRoutes.makeDefault, cardsRoutes.remove]) {
    const response = await otherBuyer.call(route, { params: { card_id: card.id } })
    expect([response.status, response.error.code]).toEqual([404, 'cards.not_found'])
  }
  const paid = await payBy(otherBuyer, card.id)
  expect([paid.status, paid.error.code]).toEqual([422, 'checkout.card_unknown'])
  expect(paid.error.errors).toMatchObject({ fields: { card_id: [expect.any(String)] } })
  const setup = await otherBuyer.call(cardsRoutes.save, {
    body: { setup_id: await startSetup(buyer), card_token: 'pm_card_visa' },
  })
  expect([setup.status, setup.error.code]).toEqual([404, 'cards.setup_not_found'])
  expect(await cardsOf(buyer)).toEqual([card])
  expect((await otherBuyer.call(ordersRoutes.list)).data.meta.total).toBe(0)
})

test('[CHECKOUT-09] a saved card pays by its id alone', async () => {
  const buyer = await market.addBuyer()
  const card = await saved(buyer, 'pm_card_mastercard')
  const paid = (await payBy(buyer, card.id)).data.data
  expect(paid).toMatchObject({
    status: 'confirmed',
    order: { card: { brand: 'mastercard', last4: '4444' } },
  })
})

test('a saved card follows its bank’s rules: a challenge every time, or a decline', async () => {
  const buyer = await market.addBuyer()
  const setupId = await startSetup(buyer)
  const body = { setup_id: setupId, card_token: 'pm_card_authenticationRequired' }
  const pending = (await buyer.call(cardsRoutes.save, { body })).data.data
  await completeBankChallenge(market, pending.next_action?.url ?? '', 'approve')
  const { card } = (await buyer.call(cardsRoutes.save, { body: { setup_id: setupId } })).data.data
  expect((await payBy(buyer, card?.id ?? '')).data.data.status).toBe('requires_action')
  const failing = await saved(buyer, 'pm_card_chargeCustomerFail')
  expect((await payBy(buyer, failing.id)).data.data).toMatchObject({
    status: 'declined',
    decline_code: 'generic_decline',
  })
})

test('a removed card cannot pay', async () => {
  const buyer = await market.addBuyer()
  const card = await saved(buyer)
  await buyer.call(cardsRoutes.remove, { params: { card_id: card.id } })
  expect((await payBy(buyer, card.id)).error.code).toBe('checkout.card_unknown')
})

test('a new card is saved with its purchase on request and pays the next one', async () => {
  const buyer = await market.addBuyer()
  const held = await market.hold(buyer, await market.list(), 1)
  const body = { ...purchaseBody([held], 'pm_card_mastercard'), save_card: 1 as const }
  expect((await buyer.call(checkoutRoutes.buy, { body })).data.data.status).toBe('confirmed')
  const [card] = await cardsOf(buyer)
  expect(card).toMatchObject({ last4: '4444', is_default: true })
  expect((await payBy(buyer, card?.id ?? '')).data.data.status).toBe('confirmed')
  expect(await cardsOf(buyer)).toHaveLength(1)
})

test('purchases save no cards beyond the limit; a retry of the last one still succeeds', async () => {
  const buyer = await market.addBuyer()
  await saved(buyer)
  await sql`insert into saved_cards
      (id, team_id, gateway, method_id, brand, last4, exp_month, exp_year, is_default)
    select id || n, team_id, gateway, method_id || n, brand, last4, exp_month, exp_year, false
    from saved_cards, generate_series(1, 19) n where team_id = ${buyer.teamId}`.execute(market.db)
  const held = await market.hold(buyer, await market.list(), 1)
  const body = { ...purchaseBody([held], 'pm_card_mastercard'), save_card: 1 as const }
  const idempotencyKey = 'last-card'
  const rejected = await buyer.call(checkoutRoutes.buy, { body, idempotencyKey })
  expect([rejected.status, rejected.error.code]).toEqual([409, 'cards.too_many'])
  await sql`delete from saved_cards where team_id = ${buyer.teamId} and not is_default`.execute(market.db)
  const bought = (await buyer.call(checkoutRoutes.buy, { body, idempotencyKey })).data.data
  expect(bought.status).toBe('confirmed')
  await sql`insert into saved_cards
      (id, team_id, gateway, method_id, brand, last4, exp_month, exp_year, is_default)
    select id || n, team_id, gateway, method_id || n, brand, last4, exp_month, exp_year, false
    from saved_cards, generate_series(1, 20) n where team_id = ${buyer.teamId} and is_default`.execute(
    market.db,
  )
  const repeated = (await buyer.call(checkoutRoutes.buy, { body, idempotencyKey })).data.data
  expect(repeated.attempt_id).toBe(bought.attempt_id)
})

test('[X-PAY-05] forms opened below the limit save no cards beyond it', async () => {
  const buyer = await market.addBuyer()
  const [last, late] = [await startSetup(buyer), await startSetup(buyer)]
  for (let card = 1; card < 20; card += 1) await saved(buyer)
  const saveBy = (setup_id: string) =>
    buyer.call(cardsRoutes.save, { body: { setup_id, card_token: 'pm_card_amex' } })
  expect((await saveBy(last)).data.data.status).toBe('saved')
  const rejected = await saveBy(late)
  expect([rejected.status, rejected.error.code]).toEqual([409, 'cards.too_many'])
  // A double click on the request that saved the last allowed card.
  expect((await saveBy(last)).data.data).toMatchObject({ status: 'saved', card: { last4: '0005' } })
  expect(await cardsOf(buyer)).toHaveLength(20)
})

test('cards that are saved at the same time stay within the limit, here and at the gateway', async () => {
  const buyer = await market.addBuyer()
  const first = await saved(buyer)
  for (let card = 1; card < 15; card += 1) await saved(buyer)
  const setups: string[] = []
  for (let setup = 0; setup < 10; setup += 1) setups.push(await startSetup(buyer))
  const responses = await Promise.all(
    setups.map((setup_id, number) =>
      buyer.call(cardsRoutes.save, {
        body: { setup_id, card_token: 'pm_card_amex', make_default: number % 2 === 0 ? 1 : 0 },
      }),
    ),
  )
  expect(responses.filter(({ ok }) => ok)).toHaveLength(5)
  const refusals = responses.filter(({ ok }) => !ok)
  expect(refusals.map(({ status, error }) => [status, error.code])).toEqual(
    refusals.map(() => [409, 'cards.too_many']),
  )
  const cards = await cardsOf(buyer)
  expect(cards).toHaveLength(20)
  expect(cards.filter(({ is_default }) => is_default)).toHaveLength(1)
  expect(cards.map(({ id }) => id)).toContain(first.id)
  const { rows } = await sql<{ id: string }>`
    select customer_id as id from card_customers where team_id = ${buyer.teamId}`.execute(market.db)
  expect(await market.deps.vault.listMethods(rows[0]?.id ?? '')).toHaveLength(20)
})

test('a removed card is not reported as saved, and a late event about it is processed', async () => {
  const buyer = await market.addBuyer()
  const setup_id = await startSetup(buyer)
  const body = { setup_id, card_token: 'pm_card_visa', make_default: 1 as const }
  const { card } = (await buyer.call(cardsRoutes.save, { body })).data.data
  await buyer.call(cardsRoutes.remove, { params: { card_id: card?.id ?? '' } })
  const repeated = await buyer.call(cardsRoutes.save, { body: { setup_id } })
  expect([repeated.status, repeated.error.code]).toEqual([404, 'cards.not_found'])
  const lateEvent = {
    id: 'evt_late_word',
    type: 'setup_intent.succeeded',
    data: { object: { id: setup_id } },
  }
  expect((await sendWebhookEvent(market, lateEvent)).json()).toEqual({ data: { status: 'done' } })
  expect(await cardsOf(buyer)).toEqual([])
})

test('a team renamed after a lost gateway response can still save a card', async () => {
  const buyer = await market.addBuyer()
  for (let lost = 0; lost < 3; lost += 1)
    market.deps.sandbox.faults.plan({ on: 'vault_change', kind: 'drop_after' })
  expect((await buyer.call(cardsRoutes.clientSecret, { body: {} })).status).toBe(503)
  await sql`update teams set name = 'Renamed Tickets' where id = ${buyer.teamId}`.execute(market.db)
  const colleague = await market.addBuyer({ teamId: buyer.teamId, teamRole: 'member' })
  expect((await colleague.call(cardsRoutes.clientSecret, { body: {} })).status).toBe(200)
})

test('a team can save a card whatever the hash of its name looks like', async () => {
  const buyer = await market.addBuyer()
  // The hash starts with 692827747738, which has the check digit of a card number.
  await sql`update teams set name = 'Team 637' where id = ${buyer.teamId}`.execute(market.db)
  expect(await saved(buyer)).toMatchObject({ brand: 'visa' })
})

test('a gateway’s rejection of a team is reported to the team', async () => {
  const buyer = await market.addBuyer()
  for (let lost = 0; lost < 3; lost += 1)
    market.deps.sandbox.faults.plan({ on: 'vault_change', kind: 'drop_after' })
  await buyer.call(cardsRoutes.clientSecret, { body: {} })
  market.deps.sandbox.store.run("update idempotency_keys set call_hash = '' where key like :keys", {
    keys: `${buyer.teamId}:customer%`,
  })
  const response = await buyer.call(cardsRoutes.clientSecret, { body: {} })
  expect([response.status, response.error.code]).toEqual([409, 'payments.rejected'])
  const held = await market.hold(buyer, await market.list(), 1)
  const body = { ...purchaseBody([held]), save_card: 1 as const }
  expect((await buyer.call(checkoutRoutes.buy, { body })).error.code).toBe('payments.rejected')
})

test('a new card is not saved without a request, and a declined one never', async () => {
  const buyer = await market.addBuyer()
  const pay = async (cardToken: string, saveCard?: 1) => {
    const held = await market.hold(buyer, await market.list(), 1)
    const body = { ...purchaseBody([held], cardToken), ...(saveCard && { save_card: saveCard }) }
    return (await buyer.call(checkoutRoutes.buy, { body })).data.data.status
  }
  expect(await pay('pm_card_visa')).toBe('confirmed')
  expect(await pay('pm_card_visa_chargeDeclined', 1)).toBe('declined')
  expect(await cardsOf(buyer)).toEqual([])
})

test.each([
  ['card_id', { use_existing_card: 1 as const, card_token: undefined }],
  ['card_token', { use_existing_card: 1 as const, card_id: 'crd_1' }],
  [
    'save_card',
    { use_existing_card: 1 as const, card_id: 'crd_1', card_token: undefined, save_card: 1 as const },
  ],
  ['card_id', { card_id: 'crd_1' }],
  ['card_id', { use_existing_card: 1 as const, card_id: '4242424242424242', card_token: undefined }],
])('a payload with a conflicting %s is rejected with that field', async (field, values) => {
  const buyer = await market.addBuyer()
  const held = await market.hold(buyer, await market.list(), 1)
  const response = await buyer.call(checkoutRoutes.buy, { body: { ...purchaseBody([held]), ...values } })
  expect(response.status).toBe(422)
  expect(response.error.errors).toMatchObject({ fields: { [field]: [expect.any(String)] } })
  expect(response.text).not.toContain('4242424242424242')
})

test('an unreachable gateway changes nothing and is reported', async () => {
  const buyer = await market.addBuyer()
  const card = await saved(buyer)
  for (let lost = 0; lost < 3; lost += 1)
    market.deps.sandbox.faults.plan({ on: 'vault_change', kind: 'fail_before' })
  const response = await buyer.call(cardsRoutes.remove, { params: { card_id: card.id } })
  expect([response.status, response.error.code]).toEqual([503, 'payments.unavailable'])
  expect(await cardsOf(buyer)).toEqual([card])
})

test('concurrent first cards create one customer at the gateway, and all cards are listed', async () => {
  for (let round = 0; round < 3; round += 1) {
    const buyer = await market.addBuyer()
    await Promise.all(Array.from({ length: 5 }, () => saved(buyer)))
    expect(await cardsOf(buyer)).toHaveLength(5)
    expect((await cardsOf(buyer)).filter((card) => card.is_default)).toHaveLength(1)
    const customers = market.deps.sandbox.store.list(
      "select id from customers where json_extract(metadata, '$.team_id') = :teamId",
      { teamId: buyer.teamId },
    )
    expect(customers).toHaveLength(1)
  }
})
