import { checkoutRoutes } from '@terrace/contracts/checkout'
import { checkoutDraftRoutes } from '@terrace/contracts/checkout-draft'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { mockRoute, errorReply, type ApiRequest } from '#web/test/mock-api.ts'
import { mockCheckout, wireCard, type CheckoutServer } from '#web/test/mock-checkout.ts'
import { renderRoute } from '#web/test/render-route.tsx'
import { ada, wireHold } from '#web/test/stock-factories.ts'

vi.mock('#web/lib/url/navigation.ts', () => ({ redirectTo: vi.fn<(path: string) => void>() }))

let team: CheckoutServer

beforeEach(() => {
  team = mockCheckout()
  team.held = [wireHold({ listing: { attendee_delivery_details_required: true } })]
})

/** Rejects drafts that contain '4242' with an error for this field; returns the accepted requests. */
function mockCardNumberError(name: string): ApiRequest[] {
  const saved: ApiRequest[] = []
  mockRoute(checkoutDraftRoutes.save, (request) => {
    if (JSON.stringify(request.body).includes('4242')) {
      const fields = { [name]: ['must be a telephone number, never a card number'] }
      return errorReply(422, 'Some fields are not right', 'input.invalid', { fields })
    }
    saved.push(request)
    return { data: team.draft }
  })
  return saved
}

const ticket = (number: number) =>
  within(screen.getByRole('group', { name: new RegExp(`^Ticket ${number},`) }))
const region = (name: string) => within(screen.getByRole('region', { name }))

test('[X-CHECKOUT-06] [X-PAY-03] a rejected value shows its error at the field and the rest of the draft is saved', async () => {
  const saved = mockCardNumberError('listings.0.attendees.1.phone')
  await renderRoute('/checkout')
  await screen.findByRole('group', { name: /^Ticket 2,/ })
  const phone = ticket(2).getByRole('textbox', { name: 'Phone number' })
  // Both changes happen at once, so one save carries them.
  fireEvent.change(phone, { target: { value: '4242 4242 4242 4242' } })
  fireEvent.change(ticket(1).getByLabelText('First name'), { target: { value: 'Ada' } })
  expect(await ticket(2).findByText('Must be a telephone number, never a card number')).toBeTruthy()
  expect(phone.getAttribute('aria-invalid')).toBe('true')
  expect(region('Attendees').getByText('Check these fields: Phone number of ticket 2')).toBeTruthy()
  const ada = { listings: [{ listing_id: 'lst_1', attendees: [{ first_name: 'Ada' }] }] }
  await waitFor(() => expect(saved.map(({ body }) => body)).toEqual([ada]))

  // Later edits are still saved.
  await userEvent.type(ticket(1).getByLabelText('Last name'), 'King')
  const king = { listings: [{ listing_id: 'lst_1', attendees: [{ last_name: 'King' }] }] }
  await waitFor(() => expect(saved.at(-1)?.body).toEqual(king))
  expect(region('Attendees').getByText('Check these fields: Phone number of ticket 2')).toBeTruthy()

  // The error stays until the value changes.
  await userEvent.clear(phone)
  await userEvent.type(phone, '020 7946 0188')
  await waitFor(() =>
    expect(saved.at(-1)?.body).toEqual({
      listings: [{ listing_id: 'lst_1', attendees: [{}, { phone: '020 7946 0188' }] }],
    }),
  )
  expect(screen.queryByText(/never a card number/)).toBeNull()
  expect(await region('Attendees').findByText('Saved automatically')).toBeTruthy()
})

test('[X-PAY-03] a rejected contact shows its error at the field and keeps its step open', async () => {
  mockCardNumberError('contact_number')
  await renderRoute('/checkout')
  await userEvent.click(await screen.findByRole('button', { name: 'Change contact' }))
  const phone = region('Contact').getByRole('textbox', { name: /Phone number/ })
  await userEvent.clear(phone)
  await userEvent.type(phone, '+44 424242424242')
  expect(await region('Contact').findByText('Must be a telephone number, never a card number')).toBeTruthy()
  expect(region('Contact').getByText('Check these fields: Phone number')).toBeTruthy()
  expect(region('Attendees').getByText('Saved automatically')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Continue after contact' }))
  expect(document.activeElement).toBe(phone)
})

test('a step shows why its whole save was rejected, even without attendee fields', async () => {
  team.held = [wireHold()]
  mockRoute(checkoutDraftRoutes.save, () =>
    errorReply(403, 'You don’t have permission to do this', 'session.forbidden'),
  )
  await renderRoute('/checkout')
  await userEvent.click(await screen.findByRole('button', { name: 'Change contact' }))
  await userEvent.type(region('Contact').getByRole('textbox', { name: /Email address/ }), 'x')
  expect(await region('Contact').findByText('Not saved: You don’t have permission to do this')).toBeTruthy()
})

test('[X-CHECKOUT-05] the pay button names rejected fields by their form labels, not their wire names', async () => {
  team.held = [wireHold()]
  team.cards = [wireCard()]
  const reason = 'must be a telephone number, never a card number'
  mockRoute(checkoutRoutes.buy, () =>
    errorReply(422, `contact_number: ${reason}`, 'input.invalid', { fields: { contact_number: [reason] } }),
  )
  await renderRoute('/checkout')
  await userEvent.click(await screen.findByRole('button', { name: /^Pay £/ }))
  expect((await screen.findByRole('alert')).textContent).toBe(`Phone number: ${reason}`)
})

test('[X-CHECKOUT-06] the pay button shows that attendee requirements changed', async () => {
  team.held = [wireHold()]
  team.cards = [wireCard()]
  const [name, reason] = ['listings_to_buy.0.attendees', 'must have one entry for each of the 2 tickets']
  mockRoute(checkoutRoutes.buy, () =>
    errorReply(422, `${name}: ${reason}`, 'input.invalid', { fields: { [name]: [reason] } }),
  )
  await renderRoute('/checkout')
  await userEvent.click(await screen.findByRole('button', { name: /^Pay £/ }))
  expect((await screen.findByRole('alert')).textContent).toBe(
    'Attendee requirements changed. Review the details and pay again.',
  )
})

test('after too many declined cards the pay button says at once how long to wait', async () => {
  team.held = [wireHold()]
  team.cards = [wireCard()]
  const title = 'Too many declined cards. Try again in 4 minutes'
  const bought = mockRoute(checkoutRoutes.buy, () => errorReply(429, title, 'checkout.too_many_declines'))
  await renderRoute('/checkout')
  await userEvent.click(await screen.findByRole('button', { name: /^Pay £/ }))
  expect((await screen.findByRole('alert')).textContent).toBe(title)
  expect(bought).toHaveLength(1)
})

test('an invalid date shows an error in the date format of the form', async () => {
  team.held = [wireHold({ quantity: 1, listing: { attendee_identification_details_required: true } })]
  await renderRoute('/checkout')
  const birthday = await screen.findByLabelText('Date of birth')
  await userEvent.type(birthday, '31-02-1990')
  await userEvent.tab()
  expect(await screen.findByText('Must be a date in the past, such as 24-12-1990')).toBeTruthy()
})

test('attendees of released tickets are not saved and do not block other saves', async () => {
  const saved: unknown[] = []
  mockRoute(checkoutDraftRoutes.save, ({ body }) => {
    if (body.listings)
      return errorReply(409, 'Your team isn’t holding these tickets', 'checkout.draft_not_held', {
        index: 0,
        listing_id: 'lst_1',
      })
    saved.push(body)
    return { data: team.draft }
  })
  await renderRoute('/checkout')
  await userEvent.click(await screen.findByRole('button', { name: 'Change contact' }))
  await userEvent.type(ticket(1).getByLabelText('First name'), 'Ada')
  await userEvent.type(region('Contact').getByRole('textbox', { name: /Email address/ }), 'x')
  expect(await ticket(1).findByText('Your team isn’t holding these tickets')).toBeTruthy()
  await waitFor(() => expect(saved).toEqual([{ email_address: 'jane@harbour.examplex' }]))
})

test('purchase errors show at contact and attendee fields until they change', async () => {
  team.held = [
    wireHold({ hold_id: 'hld_0', quantity: 1, listing: { attendee_identification_details_required: true } }),
    wireHold({ quantity: 1, listing: { attendee_identification_details_required: true } }),
  ]
  team.cards = [wireCard()]
  team.draft = { listings: [{ listing_id: 'lst_1', attendees: [ada, ada] }] }
  mockRoute(checkoutRoutes.buy, () =>
    errorReply(422, 'Some details are not right', 'input.invalid', {
      fields: {
        contact_number: ['must be a telephone number, never a card number'],
        // The only ticket of the second hold is the second ticket of the listing.
        'listings_to_buy.1.attendees.0.document_number': ['Must be 4 to 30 letters and digits'],
      },
    }),
  )
  await renderRoute('/checkout')
  await userEvent.click(await screen.findByRole('button', { name: /^Pay £/ }))
  const wrong = await screen.findByText('Must be 4 to 30 letters and digits')
  const phone = region('Contact').getByRole('textbox', { name: /Phone number/ })
  await waitFor(() => expect(document.activeElement).toBe(phone))
  const [first, second] = screen.getAllByLabelText('Document number')
  expect(first?.getAttribute('aria-invalid')).not.toBe('true')
  expect(second?.getAttribute('aria-invalid')).toBe('true')
  expect(region('Attendees').getByText('Check these fields: Document number of ticket 2')).toBeTruthy()
  await userEvent.type(second ?? wrong, '7')
  expect(screen.queryByText('Must be 4 to 30 letters and digits')).toBeNull()
  expect(region('Contact').getByText('Must be a telephone number, never a card number')).toBeTruthy()
  await userEvent.type(phone, '4')
  expect(screen.queryByText('Must be a telephone number, never a card number')).toBeNull()
})

test('a purchase error at an empty field stays until the field is filled', async () => {
  team.held = [wireHold({ quantity: 1, listing: { attendee_delivery_details_required: true } })]
  team.cards = [wireCard()]
  const address = { line1: '12 St James Square', city: 'London', country_code: 'GB' }
  const jane = {
    first_name: 'Jane',
    last_name: 'Miller',
    email: 'jane@example.org',
    phone: '+44 20 7946 0188',
  }
  team.draft = { listings: [{ listing_id: 'lst_1', attendees: [{ ...jane, address }] }] }
  mockRoute(checkoutRoutes.buy, () =>
    errorReply(422, 'Some details are not right', 'input.invalid', {
      fields: { 'listings_to_buy.0.attendees.0.address.postcode': ['must be given in this country'] },
    }),
  )
  await renderRoute('/checkout')
  await userEvent.click(await screen.findByRole('button', { name: /^Pay £/ }))
  expect(await screen.findByText('Must be given in this country')).toBeTruthy()
  const postcode = screen.getByLabelText(/^Postcode/)
  expect(postcode.getAttribute('aria-invalid')).toBe('true')
  await userEvent.type(postcode, 'S')
  expect(screen.queryByText('Must be given in this country')).toBeNull()
})
