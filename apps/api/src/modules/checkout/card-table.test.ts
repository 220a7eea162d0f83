import { readFile } from 'node:fs/promises'
import { checkoutRoutes, type WireAttempt } from '@terrace/contracts/checkout'
import { checkoutDraftRoutes } from '@terrace/contracts/checkout-draft'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { answerBank } from '../../test/bank-challenge.ts'
import { buildMarket, type Market } from '../../test/build-market.ts'
import { purchaseBody } from '../../test/purchase-body.ts'
import { wholeDatabase } from '../../test/whole-database.ts'

/** Every row of the published table of test cards, bought with through the API as the browser would. */

const sandbox = new URL('../payments/sandbox/', import.meta.url)
const table = z.object({
  cards: z.array(z.object({ number: z.string(), outcome: z.string(), decline_code: z.string().nullable() })),
})
const { cards } = table.parse(
  JSON.parse(await readFile(new URL('fixtures/test-cards.json', sandbox), 'utf8')),
)
// What the frame makes of what is typed; it is plain JavaScript without types, and this is all that is used of it here.
const frame = (await import(new URL('card-frame/card-rules.js', sandbox).href)) as {
  numberError(text: string): string | null
  cardOf(text: string): { token: string } | undefined
}

interface Meaning {
  /** What the attempt is at the end, the bank's question approved. */
  ends: WireAttempt['status']
  asks?: true
  declineCode?: string
}
const paid: Meaning = { ends: 'confirmed' }
const approved: Meaning = { ends: 'confirmed', asks: true }
const declined = (declineCode: string): Meaning => ({ ends: 'declined', declineCode })

/** The published words for what a card does, and what that is to a buyer. */
const meanings: Readonly<Record<string, Meaning>> = {
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
  '3DS ok, then declined': { ends: 'declined', asks: true, declineCode: 'insufficient_funds' },
  '3DS required, ok, then card_declined': { ends: 'declined', asks: true, declineCode: 'generic_decline' },
}

const lines: string[] = []
let market: Market
beforeAll(async () => {
  market = await buildMarket({ log: (line) => void lines.push(line) })
})
afterAll(() => market.close())

async function buy(cardToken: string) {
  const buyer = await market.addBuyer()
  const held = await market.hold(buyer, await market.list(), 1)
  const answer = await buyer.call(checkoutRoutes.buy, { body: purchaseBody([held], cardToken) })
  return { buyer, held, attempt: answer.data.data }
}
const receivedOf = async ({ attempt_id }: WireAttempt) => {
  const { rows } = await sql<{ received: number }>`select amount_received::int as received
    from sandbox.intents where metadata ->> 'attempt_id' = ${attempt_id}`.execute(market.db)
  return rows[0]?.received
}

const mistyped = cards.filter((card) => card.outcome.startsWith('402 incorrect_number'))
const payable = cards.filter((card) => !mistyped.includes(card))

test('the table has all its 26 rows', () => {
  expect([payable.length, mistyped.length]).toEqual([25, 1])
})

test.for(mistyped)('[X-PAY-02] the number $number never leaves the card form: $outcome', ({ number }) => {
  expect(frame.numberError(number)).toMatch(/mistyped/)
  expect(frame.cardOf(number)).toBeUndefined()
})

test.for(payable)('[X-PAY-02] paying with the card $number: $outcome', async (card) => {
  const meaning =
    card.outcome === '402 card_declined' ? declined(card.decline_code ?? '') : meanings[card.outcome]
  if (!meaning) throw new Error(`nobody has said what this means: ${card.outcome}`)
  expect(frame.numberError(card.number)).toBeNull()
  const { buyer, held, attempt } = await buy(frame.cardOf(card.number)?.token ?? '')
  expect(attempt.status === 'requires_action').toBe(meaning.asks === true)
  let end = attempt
  if (meaning.asks) {
    await answerBank(market, attempt.next_action?.url ?? '', 'approve')
    const params = { attempt_id: attempt.attempt_id }
    end = (await buyer.call(checkoutRoutes.attempt, { params })).data.data
  }
  expect([end.status, end.decline_code]).toEqual([meaning.ends, meaning.declineCode])
  expect(await receivedOf(end)).toBe(meaning.ends === 'confirmed' ? 8925 : 0)
  if (meaning.ends === 'confirmed') {
    expect(end.order?.card?.last4).toBe(card.number.slice(-4))
  } else {
    expect(end.reason).toMatch(/\w/)
    // The tickets are still held: another card may pay for them.
    const again = await buyer.call(checkoutRoutes.buy, { body: purchaseBody([held]) })
    expect(again.data.data.status).toBe('confirmed')
  }
})

test.for(payable.filter((card) => meanings[card.outcome]?.asks))(
  '[X-PAY-04] failing the bank’s question of the card $number charges nothing and keeps the tickets',
  async (card) => {
    const { buyer, held, attempt } = await buy(frame.cardOf(card.number)?.token ?? '')
    await answerBank(market, attempt.next_action?.url ?? '', 'fail')
    const params = { attempt_id: attempt.attempt_id }
    const end = (await buyer.call(checkoutRoutes.attempt, { params })).data.data
    expect([end.status, end.decline_code]).toEqual(['declined', 'payment_intent_authentication_failure'])
    expect(await receivedOf(end)).toBe(0)
    const again = await buyer.call(checkoutRoutes.buy, { body: purchaseBody([held]) })
    expect(again.data.data.status).toBe('confirmed')
  },
)

test('[X-PAY-03] after all of them no card number is in the database, in the log or in a refusal', async () => {
  const { number } = z.object({ number: z.string() }).parse(payable[0])
  const printed = number.replaceAll(/(.{4})(?=.)/g, '$1 ')
  const buyer = await market.addBuyer()
  const held = await market.hold(buyer, await market.list(), 1)
  await buy('pm_card_visa')
  for (const typed of [number, printed]) {
    const wrong = [
      { card_token: typed },
      { card_token: undefined, use_existing_card: 1 as const, card_id: typed },
      { contact_number: typed },
      { contact_number: ` ${typed}` },
      { email_address: typed },
    ]
    for (const values of wrong) {
      const answer = await buyer.call(checkoutRoutes.buy, { body: { ...purchaseBody([held]), ...values } })
      expect(answer.status).toBe(422)
      expect(answer.text).not.toContain(typed)
    }
    const draft = await buyer.call(checkoutDraftRoutes.keep, { body: { contact_number: typed } })
    expect([draft.status, draft.text.includes(typed)]).toEqual([422, false])
  }
  const dump = await wholeDatabase(market.db)
  // Something has to be there for this to say anything.
  expect(dump).toContain('pm_card_visa')
  for (const card of cards) {
    expect(dump).not.toContain(card.number)
    expect(lines.join('')).not.toContain(card.number)
  }
})
