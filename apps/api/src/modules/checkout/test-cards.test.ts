import { readFile } from 'node:fs/promises'
import { checkoutRoutes, type WireAttempt } from '@terrace/contracts/checkout'
import { checkoutDraftRoutes } from '@terrace/contracts/checkout-draft'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { completeBankChallenge } from '#api/test/fakes/bank-challenge.ts'
import { buildMarketplace, type Marketplace } from '#api/test/fixtures/marketplace-fixture.ts'
import { purchaseBody } from '#api/test/fixtures/purchase-body.ts'
import { dumpDatabase } from '#api/test/harness/dump-database.ts'
import { paymentsOf } from '#api/test/fakes/sandbox.ts'

/** Buys through the API with every row of the published table of test cards, as the browser would. */

const sandbox = new URL('../../../../sandbox/src/', import.meta.url)
const table = z.object({
  cards: z.array(z.object({ number: z.string(), outcome: z.string(), decline_code: z.string().nullable() })),
})
const { cards } = table.parse(
  JSON.parse(await readFile(new URL('fixtures/test-cards.json', sandbox), 'utf8')),
)
// The card frame is plain JavaScript without types; this declares the two functions used here.
const frame = (await import(new URL('pages/card-frame/card-rules.js', sandbox).href)) as {
  numberError(text: string): string | null
  cardOf(text: string): { token: string } | undefined
}

interface Expectation {
  /** Final state of the attempt, with the bank challenge approved. */
  status: WireAttempt['status']
  challenges?: true
  declineCode?: string
}
const paid: Expectation = { status: 'confirmed' }
const approved: Expectation = { status: 'confirmed', challenges: true }
const declined = (declineCode: string): Expectation => ({ status: 'declined', declineCode })

/** Published outcome of a card, and the texts that the buyer sees. */
const expectations: Readonly<Record<string, Expectation>> = {
  succeeded: paid,
  'succeeded; 3DS supported but unenrolled (no challenge)': paid,
  'succeeded; CVC 4 digits; 3DS cannot be invoked': paid,
  'succeeds, later dispute (fraudulent)': paid,
  '3DS frictionless, ok': paid,
  '3DS supported, not required by default': paid,
  '3DS supported, processing error if requested; else ok': paid,
  '402 expired_card': declined('expired_card'),
  '402 incorrect_cvc': declined('incorrect_cvc'),
  '402 processing_error': declined('processing_error'),
  'attaches to customer; charging the saved card declines': declined('generic_decline'),
  '3DS required, lookup processing error -> declined': declined('generic_decline'),
  '3DS: off-session needs auth until set up; on-session always needs auth': approved,
  '3DS: every transaction needs auth': approved,
  '3DS: on-session needs auth; off-session succeeds as if set up': approved,
  '3DS required, ok': approved,
  '3DS ok, then declined': { status: 'declined', challenges: true, declineCode: 'insufficient_funds' },
  '3DS required, ok, then card_declined': {
    status: 'declined',
    challenges: true,
    declineCode: 'generic_decline',
  },
}

const lines: string[] = []
let market: Marketplace
beforeAll(async () => {
  market = await buildMarketplace({ log: (line) => void lines.push(line) })
})
afterAll(() => market.close())

async function buy(cardToken: string) {
  const buyer = await market.addBuyer()
  const held = await market.hold(buyer, await market.list(), 1)
  const response = await buyer.call(checkoutRoutes.buy, { body: purchaseBody([held], cardToken) })
  return { buyer, held, attempt: response.data.data }
}
const receivedOf = ({ attempt_id }: WireAttempt) => paymentsOf(market.deps.sandbox, attempt_id)[0]?.received

const invalidNumbers = cards.filter((card) => card.outcome.startsWith('402 incorrect_number'))
const payable = cards.filter((card) => !invalidNumbers.includes(card))

test('covers 38 payable test cards and one with an invalid number', () => {
  expect([payable.length, invalidNumbers.length]).toEqual([38, 1])
})

test.for(invalidNumbers)(
  '[X-PAY-02] the number $number never leaves the card form: $outcome',
  ({ number }) => {
    expect(frame.numberError(number)).toMatch(/invalid/)
    expect(frame.cardOf(number)).toBeUndefined()
  },
)

test.for(payable)('[X-PAY-02] paying with the card $number: $outcome', async (card) => {
  const expectation =
    card.outcome === '402 card_declined' ? declined(card.decline_code ?? '') : expectations[card.outcome]
  if (!expectation) throw new Error(`no expectation for the outcome: ${card.outcome}`)
  expect(frame.numberError(card.number)).toBeNull()
  const { buyer, held, attempt } = await buy(frame.cardOf(card.number)?.token ?? '')
  expect(attempt.status === 'requires_action').toBe(expectation.challenges === true)
  let end = attempt
  if (expectation.challenges) {
    await completeBankChallenge(market, attempt.next_action?.url ?? '', 'approve')
    const params = { attempt_id: attempt.attempt_id }
    end = (await buyer.call(checkoutRoutes.attempt, { params })).data.data
  }
  expect([end.status, end.decline_code]).toEqual([expectation.status, expectation.declineCode])
  expect(receivedOf(end)).toBe(expectation.status === 'confirmed' ? 8925 : 0)
  if (expectation.status === 'confirmed') {
    expect(end.order?.card?.last4).toBe(card.number.slice(-4))
  } else {
    expect(end.reason).toMatch(/\w/)
    // The tickets are still held, so another card may pay for them.
    const repeated = await buyer.call(checkoutRoutes.buy, { body: purchaseBody([held]) })
    expect(repeated.data.data.status).toBe('confirmed')
  }
})

test.for(payable.filter((card) => expectations[card.outcome]?.challenges))(
  '[X-PAY-04] a failed bank challenge of the card $number charges nothing and keeps the tickets',
  async (card) => {
    const { buyer, held, attempt } = await buy(frame.cardOf(card.number)?.token ?? '')
    await completeBankChallenge(market, attempt.next_action?.url ?? '', 'fail')
    const params = { attempt_id: attempt.attempt_id }
    const end = (await buyer.call(checkoutRoutes.attempt, { params })).data.data
    expect([end.status, end.decline_code]).toEqual(['declined', 'payment_intent_authentication_failure'])
    expect(receivedOf(end)).toBe(0)
    const repeated = await buyer.call(checkoutRoutes.buy, { body: purchaseBody([held]) })
    expect(repeated.data.data.status).toBe('confirmed')
  },
)

test('[X-PAY-03] no card number appears in the database, the log or an error', async () => {
  const { number } = z.object({ number: z.string() }).parse(payable[0])
  const printed = number.replaceAll(/(.{4})(?=.)/g, '$1 ')
  const buyer = await market.addBuyer()
  const held = await market.hold(buyer, await market.list(), 1)
  await buy('pm_card_visa')
  for (const typed of [number, printed]) {
    const invalidInputs = [
      { card_token: typed },
      { card_token: undefined, use_existing_card: 1 as const, card_id: typed },
      { contact_number: typed },
      { contact_number: ` ${typed}` },
      { email_address: typed },
    ]
    for (const values of invalidInputs) {
      const response = await buyer.call(checkoutRoutes.buy, { body: { ...purchaseBody([held]), ...values } })
      expect(response.status).toBe(422)
      expect(response.text).not.toContain(typed)
    }
    const draft = await buyer.call(checkoutDraftRoutes.save, { body: { contact_number: typed } })
    expect([draft.status, draft.text.includes(typed)]).toEqual([422, false])
  }
  const dump = await dumpDatabase(market.db)
  // Guards against a vacuous pass.
  expect(dump).toContain('pm_card_visa')
  for (const card of cards) {
    expect(dump).not.toContain(card.number)
    expect(lines.join('')).not.toContain(card.number)
  }
})
