import { holdsRoutes } from '@terrace/contracts/holds'
import { cardsRoutes } from '@terrace/contracts/cards'
import { checkoutRoutes } from '@terrace/contracts/checkout'
import { checkoutDraftRoutes } from '@terrace/contracts/checkout-draft'
import { quotesRoutes } from '@terrace/contracts/quotes'
import { act, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { checkoutState, initialCheckoutState } from '#web/features/checkout/checkout-state.ts'
import { setEnv } from '#web/lib/env.ts'
import { redirectTo } from '#web/lib/url/navigation.ts'
import { inViewerTimeZone } from '#web/lib/format/viewer-time.ts'
import { createQueryClient } from '#web/lib/http/query-client.ts'
import { mockRoute, errorReply } from '#web/test/mock-api.ts'
import { fakeCardFrame } from '#web/test/fakes/fake-card-frame.ts'
import {
  mockPaymentAtBank,
  mockCheckout,
  mockSaveDraft,
  confirmed,
  wireCard,
  type CheckoutServer,
} from '#web/test/mock-checkout.ts'
import { wireQuoteDetail } from '#web/test/quote-factories.ts'
import { renderRoute } from '#web/test/render-route.tsx'
import { ada, wireHold } from '#web/test/stock-factories.ts'
import { testEnv } from '#web/test/test-env.ts'

vi.mock('#web/lib/url/navigation.ts', () => ({ redirectTo: vi.fn<(path: string) => void>() }))

let team: CheckoutServer
const identified = { listing: { attendee_identification_details_required: true } }

beforeEach(() => {
  vi.mocked(redirectTo).mockReset()
  team = mockCheckout()
})

const pay = () => screen.findByRole('button', { name: /^Pay £/ })
const ticket = (number: number) =>
  within(screen.getByRole('group', { name: new RegExp(`^Ticket ${number},`) }))

test('[X-CHECKOUT-05] contact, delivery, card and summary share one page; completed steps close', async () => {
  await renderRoute('/checkout')
  await pay()
  for (const name of ['Contact', 'Delivery', 'Card', 'Summary'])
    expect(screen.getByRole('region', { name })).toBeTruthy()
  const contact = within(screen.getByRole('region', { name: 'Contact' }))
  expect(contact.getByText('jane@harbour.example · +44 20 7946 0123')).toBeTruthy()
  await userEvent.click(contact.getByRole('button', { name: 'Change contact' }))
  const email = contact.getByRole('textbox', { name: /Email address/ })
  expect(document.activeElement).toBe(email)
  await userEvent.clear(email)
  await userEvent.click(contact.getByRole('button', { name: 'Continue after contact' }))
  expect(contact.getByText('Email address is required')).toBeTruthy()
  await userEvent.type(email, 'joan@harbour.example')
  await userEvent.click(contact.getByRole('button', { name: 'Continue after contact' }))
  expect(contact.queryByRole('textbox')).toBeNull()
  expect(document.activeElement?.textContent).toBe('Delivery')
})

test('[X-CHECKOUT-06] without attendee requirements there is no attendees step', async () => {
  await renderRoute('/checkout')
  await pay()
  expect(screen.queryByRole('region', { name: 'Attendees' })).toBeNull()
})

test('[X-CHECKOUT-06] a line with attendee requirements has fields per ticket, and the purchase sends them', async () => {
  team.held = [wireHold(identified), wireHold({ hold_id: 'hld_2', listing_id: 'lst_2', quantity: 1 })]
  const bought = mockRoute(checkoutRoutes.buy, () => ({ data: confirmed }))
  const router = await renderRoute('/checkout')
  await fakeCardFrame(() => ({ token: 'pm_card_visa' }))
  await userEvent.click(await pay())
  expect(bought).toHaveLength(0)
  expect(screen.getAllByText('First name is required')).toHaveLength(2)
  expect(document.activeElement).toBe(ticket(1).getByLabelText('First name'))
  expect(ticket(1).queryByLabelText('Email address')).toBeNull()
  for (const number of [1, 2]) {
    await userEvent.type(ticket(number).getByLabelText('First name'), 'Ada')
    await userEvent.type(ticket(number).getByLabelText('Date of birth'), '10-12-1990')
    await userEvent.type(ticket(number).getByLabelText('Document number'), 'X1234567')
    if (number === 2) {
      await userEvent.click(ticket(2).getByRole('button', { name: /^Copy from ticket 1 to ticket 2/ }))
      continue
    }
    await userEvent.type(ticket(1).getByLabelText('Last name'), 'Lovelace')
    await userEvent.selectOptions(ticket(1).getByLabelText('Nationality'), 'United Kingdom')
    await userEvent.selectOptions(ticket(1).getByLabelText('Document type'), 'Passport')
  }
  await userEvent.click(await pay())
  await waitFor(() => expect(router.state.location.pathname).toBe('/checkout/confirm'))
  expect(bought[0]?.body).toMatchObject({
    listings_to_buy: [{ hold_id: 'hld_1', attendees: [ada, ada] }, {}],
  })
  expect(bought[0]?.body).not.toHaveProperty('listings_to_buy.1.attendees')
})

test('the server stores the draft, so it survives reloads, expiry and a change of device', async () => {
  team.held = [wireHold({ ...identified, quantity: 1 })]
  const saved = mockSaveDraft(team)
  await renderRoute('/checkout')
  await pay()
  await userEvent.type(ticket(1).getByLabelText('First name'), 'Ada')
  await waitFor(() =>
    expect(saved.at(-1)?.body).toEqual({
      listings: [{ listing_id: 'lst_1', attendees: [{ first_name: 'Ada' }] }],
    }),
  )
})

test('a checkout started on another device resumes at the same step', async () => {
  team.held = [wireHold({ ...identified, quantity: 1 })]
  team.draft = {
    email_address: 'joan@harbour.example',
    listings: [{ listing_id: 'lst_1', attendees: [ada] }],
  }
  await renderRoute('/checkout')
  await pay()
  expect(screen.getByText('joan@harbour.example · +44 20 7946 0123')).toBeTruthy()
  const attendees = within(screen.getByRole('region', { name: 'Attendees' }))
  expect(attendees.getByText('1 attendee')).toBeTruthy()
  await userEvent.click(attendees.getByRole('button', { name: 'Change attendees' }))
  expect(ticket(1).getByLabelText('Date of birth')).toHaveProperty('value', '10-12-1990')
})

test('an attendee error from the server shows at its field', async () => {
  team.held = [wireHold({ ...identified, quantity: 1 })]
  team.draft = { listings: [{ listing_id: 'lst_1', attendees: [ada] }] }
  team.cards = [wireCard()]
  mockRoute(checkoutRoutes.buy, () =>
    errorReply(422, 'Some details are not right', 'input.invalid', {
      fields: { 'listings_to_buy.0.attendees.0.document_number': ['Must be 4 to 30 letters and digits'] },
    }),
  )
  await renderRoute('/checkout')
  await userEvent.click(await pay())
  expect(await ticket(1).findByText('Must be 4 to 30 letters and digits')).toBeTruthy()
  expect((await screen.findByRole('alert')).textContent).toContain('Some details are not right')
})

test('[CHECKOUT-09] [PAY-01] the default card is selected and pays without entry', async () => {
  team.cards = [wireCard(), wireCard({ id: 'crd_2', last4: '4444', is_default: false, is_expired: true })]
  const bought = mockRoute(checkoutRoutes.buy, () => ({ data: confirmed }))
  const router = await renderRoute('/checkout')
  const card = within(await screen.findByRole('region', { name: 'Card' }))
  await userEvent.click(await card.findByRole('button', { name: 'Change card' }))
  expect(card.getByRole<HTMLInputElement>('radio', { name: /ending in 4444/ }).disabled).toBe(true)
  await userEvent.click(await pay())
  await waitFor(() => expect(router.state.location.pathname).toBe('/checkout/confirm'))
  expect(bought[0]?.body).toMatchObject({ use_existing_card: 1, card_id: 'crd_1' })
  expect(bought[0]?.body).not.toHaveProperty('card_token')
})

test('[X-PAY-05] two similar cards show which one pays', async () => {
  team.cards = [
    wireCard(),
    wireCard({ id: 'crd_2', is_default: false, added_at: '2031-02-01T12:00:30.000Z' }),
  ]
  await renderRoute('/checkout')
  const card = within(await screen.findByRole('region', { name: 'Card' }))
  const minute = inViewerTimeZone(wireCard().added_at)
  expect(await card.findByText(`Visa ending in 4242, added ${minute} (1 of 2)`)).toBeTruthy()
  await userEvent.click(card.getByRole('button', { name: 'Change card' }))
  await userEvent.click(card.getByRole('radio', { name: /\(2 of 2\)/ }))
  await userEvent.click(card.getByRole('button', { name: 'Continue after card' }))
  expect(card.getByText(`Visa ending in 4242, added ${minute} (2 of 2)`)).toBeTruthy()
})

test('a new card can be entered, and is saved on request', async () => {
  team.cards = [wireCard()]
  const bought = mockRoute(checkoutRoutes.buy, () => ({ data: confirmed }))
  await renderRoute('/checkout')
  const card = within(await screen.findByRole('region', { name: 'Card' }))
  await userEvent.click(await card.findByRole('button', { name: 'Change card' }))
  await userEvent.click(card.getByRole('radio', { name: 'Another card' }))
  await fakeCardFrame(() => ({ token: 'pm_card_mastercard' }))
  await userEvent.click(card.getByRole('checkbox', { name: 'Save this card for next time' }))
  await userEvent.click(await pay())
  await waitFor(() => expect(bought).toHaveLength(1))
  expect(bought[0]?.body).toMatchObject({
    use_existing_card: 0,
    card_token: 'pm_card_mastercard',
    save_card: 1,
  })
})

test('a declined saved card shows the reason at the card and offers another', async () => {
  team.cards = [wireCard()]
  mockRoute(checkoutRoutes.buy, () => ({
    data: {
      status: 'declined' as const,
      attempt_id: 'att_1',
      reason: 'The card has expired. Please use another card.',
    },
  }))
  await renderRoute('/checkout')
  await userEvent.click(await pay())
  const card = within(screen.getByRole('region', { name: 'Card' }))
  expect((await card.findByRole('alert')).textContent).toContain('The card has expired.')
  expect(card.getByRole('radio', { name: 'Another card' })).toBeTruthy()
})

test('a payment running in another tab or device is followed, not started again', async () => {
  team.held = [wireHold({ state: 'paying' })]
  mockPaymentAtBank()
  const router = await renderRoute('/checkout')
  await waitFor(() => expect(router.state.location.href).toBe('/checkout/confirm?attempt=att_7'))
})

test('the tickets stay on the page during payment, though their holds have ended', async () => {
  team.cards = [wireCard()]
  const gate = Promise.withResolvers<void>()
  mockRoute(checkoutRoutes.buy, async () => {
    await gate.promise
    return { data: confirmed }
  })
  const router = await renderRoute('/checkout')
  await userEvent.click(await pay())
  team.held = []
  act(() => void window.dispatchEvent(new Event('visibilitychange')))
  expect(screen.getByRole('region', { name: 'Summary' }).textContent).toContain('Block 25')
  gate.resolve()
  await waitFor(() => expect(router.state.location.pathname).toBe('/checkout/confirm'))
})

test('[CHECKOUT-02] [X-CHECKOUT-07] the countdown follows the earliest hold expiry and starts at 29:59', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const inHalfAnHour = new Date(Date.now() + 1_799_900).toISOString()
  team.held = [
    wireHold({ expires_at: inHalfAnHour }),
    wireHold({ hold_id: 'hld_2', expires_at: new Date(Date.now() + 1_900_000).toISOString() }),
  ]
  await renderRoute('/checkout')
  await pay()
  expect(within(screen.getByRole('banner')).getByRole('timer').textContent).toBe('29:59')
})

test('[CHECKOUT-03] at zero the page goes home with a full load', async () => {
  team.held = [wireHold({ expires_at: new Date(Date.now() + 300).toISOString() })]
  await renderRoute('/checkout')
  await waitFor(() => expect(redirectTo).toHaveBeenCalledExactlyOnceWith('/'))
})

test('[CHECKOUT-04] [CHECKOUT-05] "Cancel purchase" is disabled while it releases, then resets the checkout state', async () => {
  const gate = Promise.withResolvers<void>()
  const released = mockRoute(holdsRoutes.release, async () => {
    await gate.promise
    return { data: [] }
  })
  await renderRoute('/checkout')
  await pay()
  const header = within(screen.getByRole('banner'))
  await userEvent.click(header.getByRole('button', { name: 'Cancel purchase' }))
  const dialog = await screen.findByRole('alertdialog')
  const confirm = within(dialog).getByRole('button', { name: 'Cancel purchase' })
  await userEvent.click(confirm)
  await waitFor(() => expect(released).toHaveLength(1))
  expect(confirm.getAttribute('aria-disabled')).toBe('true')
  expect(screen.getByText('Cancel purchase', { selector: 'header *' }).closest('button')?.disabled).toBe(true)
  expect(redirectTo).not.toHaveBeenCalled()
  gate.resolve()
  await waitFor(() => expect(redirectTo).toHaveBeenCalledExactlyOnceWith('/'))
  expect(checkoutState()).toEqual(initialCheckoutState)
})

test('[CHECKOUT-06] [CHECKOUT-07] the checkout state starts empty and idle and tracks the purchase', async () => {
  expect(checkoutState()).toEqual({
    listings: [],
    proceedStatus: false,
    checkoutStatus: false,
    confirmStatus: false,
  })
  team.cards = [wireCard()]
  const gate = Promise.withResolvers<void>()
  const bought = mockRoute(checkoutRoutes.buy, async () => {
    await gate.promise
    return { data: confirmed }
  })
  const router = await renderRoute('/checkout')
  await userEvent.click(await pay())
  await waitFor(() => expect(bought).toHaveLength(1))
  expect(checkoutState()).toEqual({
    listings: team.held,
    proceedStatus: true,
    checkoutStatus: true,
    confirmStatus: false,
  })
  gate.resolve()
  await waitFor(() => expect(router.state.location.pathname).toBe('/checkout/confirm'))
  await waitFor(() => expect(checkoutState()).toEqual(initialCheckoutState))
})

test('[PAY-01] saved cards use the data key get-cards, the gateway’s secret stripe-gateway', async () => {
  const { cardsQuery, setupQuery } = await import('#web/features/payments/queries.ts')
  mockRoute(cardsRoutes.clientSecret, () => ({
    data: { gateway: 'sandbox' as const, setup_id: 'seti_1', client_secret: 'seti_1_secret' },
  }))
  setEnv(testEnv)
  team.cards = [wireCard()]
  const client = createQueryClient()
  await client.fetchQuery(cardsQuery())
  await client.fetchQuery(setupQuery())
  expect(client.getQueryData(['get-cards'])).toEqual(team.cards)
  expect(client.getQueryData(['stripe-gateway'])).toMatchObject({ client_secret: 'seti_1_secret' })
})

test('after a decline at the bank, going back leads to the checkout of the same quote', async () => {
  mockRoute(quotesRoutes.one, () => ({ data: wireQuoteDetail() }))
  mockRoute(checkoutRoutes.attempt, () => ({ data: { status: 'declined' as const, attempt_id: 'att_1' } }))
  const router = await renderRoute('/checkout?quote=qt_1')
  await pay()
  await act(() => router.navigate({ to: '/checkout/confirm', search: { attempt: 'att_1' } }))
  const back = await screen.findByRole('link', { name: 'Back to checkout' })
  expect(back.getAttribute('href')).toBe('/checkout?quote=qt_1')
})

test('[CHECKOUT-11] the checkout of a quote buys only the holds of that quote', async () => {
  team.cards = [wireCard()]
  team.held = [
    wireHold({ quote_ref: 'qt_1' }),
    wireHold({
      hold_id: 'hld_2',
      listing_id: 'lst_elsewhere',
      event: { ...wireHold().event, title: 'Derby' },
    }),
  ]
  mockRoute(quotesRoutes.one, () => ({ data: wireQuoteDetail({ id: 'qt_1', slug: 'a-slug', offers: [] }) }))
  const bought = mockRoute(checkoutRoutes.buy, () => ({ data: confirmed }))
  await renderRoute('/checkout?quote=qt_1')
  const button = await pay()
  expect(screen.queryByText(/Derby/)).toBeNull()
  await userEvent.click(button)
  await waitFor(() => expect(bought).toHaveLength(1))
  expect(bought[0]?.body).toMatchObject({ quote_slug: 'a-slug', listings_to_buy: [{ hold_id: 'hld_1' }] })
})

test('pressing Pay before the card form is ready buys once it is ready', async () => {
  const bought = mockRoute(checkoutRoutes.buy, () => ({ data: confirmed }))
  const router = await renderRoute('/checkout')
  await userEvent.click(await pay())
  expect(bought).toHaveLength(0)
  await fakeCardFrame(() => ({ token: 'pm_card_visa' }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/checkout/confirm'))
  expect(bought).toHaveLength(1)
})

test('[X-CHECKOUT-06] a draft rejected by the server is not reported as a connection problem', async () => {
  team.held = [wireHold(identified)]
  await renderRoute('/checkout')
  await pay()
  mockRoute(checkoutDraftRoutes.save, () => errorReply(422, 'Some of these details cannot be kept'))
  await userEvent.type(ticket(1).getByLabelText('First name'), 'Ada')
  expect(await screen.findByText('Not saved: Some of these details cannot be kept')).toBeTruthy()
  expect(screen.queryByText(/You’re offline/)).toBeNull()
})
