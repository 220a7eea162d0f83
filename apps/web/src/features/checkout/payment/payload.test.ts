import { checkoutBody } from '@terrace/contracts/checkout'
import { expect, test } from 'vitest'
import { gbp } from '#web/test/factories.ts'
import { wireHold } from '#web/test/stock-factories.ts'
import { checkoutPayload } from './payload.ts'

const contact = { email: ' jane@harbour.example ', phone: '02079460123' }
const holds = [
  wireHold({ quantity: 3, price: gbp('97.50') }),
  wireHold({ hold_id: 'hld_2', listing_id: 'lst_2', quantity: 1, price: gbp('1240.00') }),
]
const purchase = { holds, contact, attendees: new Map() }
const newCard = { token: 'pm_card_visa', shouldSaveCard: false }

test('[CHECKOUT-08] [CHECKOUT-10] a new card is paid by its token', () => {
  expect(checkoutPayload(purchase, newCard)).toMatchObject({
    payment_method: 'Card',
    use_existing_card: 0,
    card_token: 'pm_card_visa',
  })
})

test('[CHECKOUT-09] a saved card is paid by its id', () => {
  const payload = checkoutPayload(purchase, { cardId: 'crd_1' })
  expect(payload).toMatchObject({ use_existing_card: 1, card_id: 'crd_1' })
  expect(payload).not.toHaveProperty('card_token')
  expect(payload).not.toHaveProperty('save_card')
})

test('a new card is saved only on request', () => {
  expect(checkoutPayload(purchase, newCard)).not.toHaveProperty('save_card')
  expect(checkoutPayload(purchase, { ...newCard, shouldSaveCard: true })).toMatchObject({ save_card: 1 })
})

test('[CHECKOUT-11] a purchase from a quote sends the quote’s slug', () => {
  expect(checkoutPayload({ ...purchase, quoteSlug: 's1ug' }, newCard)).toMatchObject({ quote_slug: 's1ug' })
  expect(checkoutPayload(purchase, newCard)).not.toHaveProperty('quote_slug')
})

test('[CHECKOUT-12] [X-CHECKOUT-09] totals add up the lines times their quantities', () => {
  const payload = checkoutPayload(purchase, newCard)
  expect(payload.total_tickets_price).toBe('1532.50')
  // 3 × 4.88 (4.875 rounded half up per ticket) + 62.00
  expect(payload.total_service_fee).toBe('76.64')
})

test('[CHECKOUT-13] the payload contains email address and contact number', () => {
  expect(checkoutPayload(purchase, newCard)).toMatchObject({
    email_address: 'jane@harbour.example',
    contact_number: '02079460123',
  })
})

test('[CHECKOUT-14] [CHECKOUT-15] [CHECKOUT-16] each entry has its ids, quantity, ticket price and fee per ticket', () => {
  expect(checkoutPayload(purchase, newCard).listings_to_buy).toEqual([
    {
      listing_id: 'lst_1',
      hold_id: 'hld_1',
      ticket_quantity: 3,
      ticket_price: '97.50',
      service_fee: '4.88',
    },
    {
      listing_id: 'lst_2',
      hold_id: 'hld_2',
      ticket_quantity: 1,
      ticket_price: '1240.00',
      service_fee: '62.00',
    },
  ])
})

test('the contract accepts the payload', () => {
  expect(checkoutBody.safeParse(checkoutPayload(purchase, newCard)).success).toBe(true)
})
