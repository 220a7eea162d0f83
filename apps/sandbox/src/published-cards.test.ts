import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { testCards } from './test-cards.ts'
import { challengeUrl, openTestSandbox, type TestSandbox } from './test/test-sandbox.ts'

const fixture = z.object({
  cards: z.array(
    z.object({
      number: z.string(),
      pm: z.string().nullable(),
      brand: z.string(),
      outcome: z.string(),
      decline_code: z.string().nullable(),
      luhn: z.boolean(),
    }),
  ),
})
const { cards } = fixture.parse(
  JSON.parse(await readFile(new URL('./fixtures/test-cards.json', import.meta.url), 'utf8')),
)
const mapped = z
  .object({ testCards: z.array(z.object({ number: z.string(), token: z.string(), brand: z.string() })) })
  .parse(await import(new URL('./pages/card-frame/test-cards.js', import.meta.url).href)).testCards

/** Published outcome of a card, and the resulting payment state. */
const expectations: Record<string, { challenges: boolean; code?: string }> = {
  succeeded: { challenges: false },
  'succeeded; 3DS supported but unenrolled (no challenge)': { challenges: false },
  'succeeded; CVC 4 digits; 3DS cannot be invoked': { challenges: false },
  'succeeds, later dispute (fraudulent)': { challenges: false },
  '3DS frictionless, ok': { challenges: false },
  '3DS supported, not required by default': { challenges: false },
  '3DS supported, processing error if requested; else ok': { challenges: false },
  '402 card_declined': { challenges: false, code: 'card_declined' },
  '402 expired_card': { challenges: false, code: 'expired_card' },
  '402 incorrect_cvc': { challenges: false, code: 'incorrect_cvc' },
  '402 processing_error': { challenges: false, code: 'processing_error' },
  'attaches to customer; charging the saved card declines': { challenges: false, code: 'card_declined' },
  '3DS required, lookup processing error -> declined': { challenges: false, code: 'card_declined' },
  '3DS: off-session needs auth until set up; on-session always needs auth': { challenges: true },
  '3DS: every transaction needs auth': { challenges: true },
  '3DS: on-session needs auth; off-session succeeds as if set up': { challenges: true },
  '3DS required, ok': { challenges: true },
  '3DS ok, then declined': { challenges: true, code: 'card_declined' },
  '3DS required, ok, then card_declined': { challenges: true, code: 'card_declined' },
}

let sandbox: TestSandbox
beforeAll(async () => {
  sandbox = await openTestSandbox()
})
afterAll(() => sandbox.close())

const payable = cards.filter((card) => card.luhn)

test('[X-PAY-02] the frame knows exactly the published numbers with their tokens', () => {
  expect(mapped.map(({ number, brand }) => ({ number, brand }))).toEqual(
    payable.map(({ number, brand }) => ({ number, brand })),
  )
  for (const card of payable) {
    const token = mapped.find(({ number }) => number === card.number)?.token
    if (card.pm === null) expect(token).toMatch(/^pm_sandbox_[a-z]+$/)
    else expect(token).toBe(card.pm)
  }
})

test('[X-PAY-02] the server knows exactly the tokens of the frame', () => {
  expect(Object.keys(testCards)).toEqual(mapped.map(({ token }) => token))
})

test('[X-PAY-03] the server’s own table contains no card number', async () => {
  const source = await readFile(new URL('./test-cards.ts', import.meta.url), 'utf8')
  for (const { number } of cards) expect(source).not.toContain(number)
})

test.for(payable)('[X-PAY-02] the card $number behaves as published: $outcome', async (card) => {
  const expectation = expectations[card.outcome]
  if (!expectation) throw new Error(`no expectation for the outcome: ${card.outcome}`)
  const token = mapped.find(({ number }) => number === card.number)?.token ?? ''
  const id = await sandbox.createIntent()
  const confirmed = await sandbox.confirm(id, token)
  expect(confirmed.body['status'] === 'requires_action').toBe(expectation.challenges)
  if (expectation.challenges) await sandbox.submitChallenge(challengeUrl(confirmed), 'decision=approve')
  const { body } = await sandbox.get(`/payment_intents/${id}`)
  expect(body['payment_method']).toMatchObject({
    card: { brand: card.brand, last4: card.number.slice(-4) },
  })
  if (expectation.code === undefined) {
    expect(body['status']).toBe('requires_capture')
    return
  }
  expect(body).toMatchObject({
    status: 'requires_payment_method',
    last_payment_error: {
      code: expectation.code,
      decline_code: card.decline_code ?? (expectation.code === 'card_declined' ? 'generic_decline' : null),
      message: expect.stringMatching(/\.$/),
    },
  })
})
