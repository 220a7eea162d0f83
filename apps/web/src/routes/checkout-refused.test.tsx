import { checkoutRoutes } from '@terrace/contracts/checkout'
import { checkoutDraftRoutes } from '@terrace/contracts/checkout-draft'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { answer, fail, type ApiRequest } from '#web/test/api-server.ts'
import { answerCheckout, wireCard, type CheckoutServer } from '#web/test/checkout-server.ts'
import { renderRoute } from '#web/test/render-route.tsx'
import { ada, wireHold } from '#web/test/stock-factories.ts'

vi.mock('#web/lib/navigation.ts', () => ({ leaveTo: vi.fn<(path: string) => void>() }))

/** Of what is filled in, something that the server will not keep. */

let team: CheckoutServer

beforeEach(() => {
  team = answerCheckout()
  team.held = [wireHold({ listing: { attendee_delivery_details_required: true } })]
})

/** Keeps all but what holds '4242', which is refused by this name; answers what was kept. */
function refuseCards(name: string): ApiRequest[] {
  const kept: ApiRequest[] = []
  answer(checkoutDraftRoutes.keep, (request) => {
    if (JSON.stringify(request.body).includes('4242')) {
      const fields = { [name]: ['must be a telephone number, never a card number'] }
      return fail(422, 'Some fields are not right', 'input.invalid', { fields })
    }
    kept.push(request)
    return { data: team.draft }
  })
  return kept
}

const ticket = (number: number) =>
  within(screen.getByRole('group', { name: new RegExp(`^Ticket ${number},`) }))
const region = (name: string) => within(screen.getByRole('region', { name }))

test('[X-CHECKOUT-06] [X-PAY-03] what the server will not keep is said at its field, and the rest of the save is kept', async () => {
  const kept = refuseCards('listings.0.attendees.1.phone')
  await renderRoute('/checkout')
  await screen.findByRole('group', { name: /^Ticket 2,/ })
  const phone = ticket(2).getByRole('textbox', { name: 'Phone number' })
  // At once, and so in one save.
  fireEvent.change(phone, { target: { value: '4242 4242 4242 4242' } })
  fireEvent.change(ticket(1).getByLabelText('First name'), { target: { value: 'Ada' } })
  expect(await ticket(2).findByText('Must be a telephone number, never a card number')).toBeTruthy()
  expect(phone.getAttribute('aria-invalid')).toBe('true')
  expect(region('Attendees').getByText('Not accepted: Phone number of ticket 2')).toBeTruthy()
  const ada = { listings: [{ listing_id: 'lst_1', attendees: [{ first_name: 'Ada' }] }] }
  await waitFor(() => expect(kept.map(({ body }) => body)).toEqual([ada]))

  // What is typed after it goes on being kept.
  await userEvent.type(ticket(1).getByLabelText('Last name'), 'King')
  const king = { listings: [{ listing_id: 'lst_1', attendees: [{ last_name: 'King' }] }] }
  await waitFor(() => expect(kept.at(-1)?.body).toEqual(king))
  expect(region('Attendees').getByText('Not accepted: Phone number of ticket 2')).toBeTruthy()

  // Until it says something else.
  await userEvent.clear(phone)
  await userEvent.type(phone, '020 7946 0188')
  await waitFor(() =>
    expect(kept.at(-1)?.body).toEqual({
      listings: [{ listing_id: 'lst_1', attendees: [{}, { phone: '020 7946 0188' }] }],
    }),
  )
  expect(screen.queryByText(/never a card number/)).toBeNull()
  expect(await region('Attendees').findByText('Kept as you type')).toBeTruthy()
})

test('[X-PAY-03] a contact that cannot be kept says so at its field, and its step does not close over it', async () => {
  refuseCards('contact_number')
  await renderRoute('/checkout')
  await userEvent.click(await screen.findByRole('button', { name: 'Change contact' }))
  const phone = region('Contact').getByRole('textbox', { name: /Phone number/ })
  await userEvent.clear(phone)
  await userEvent.type(phone, '+44 424242424242')
  expect(await region('Contact').findByText('Must be a telephone number, never a card number')).toBeTruthy()
  expect(region('Contact').getByText('Not accepted: Phone number')).toBeTruthy()
  expect(region('Attendees').getByText('Kept as you type')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Continue after contact' }))
  expect(document.activeElement).toBe(phone)
})

test('of a save that is refused as a whole the step says why, also where nobody is asked who goes in', async () => {
  team.held = [wireHold()]
  answer(checkoutDraftRoutes.keep, () => fail(403, 'Your account may not do this', 'session.forbidden'))
  await renderRoute('/checkout')
  await userEvent.click(await screen.findByRole('button', { name: 'Change contact' }))
  await userEvent.type(region('Contact').getByRole('textbox', { name: /Email address/ }), 'x')
  expect(await region('Contact').findByText('Not kept: Your account may not do this')).toBeTruthy()
})

test('[X-CHECKOUT-05] the button says what the purchase is refused for as the form names it, not as the wire does', async () => {
  team.held = [wireHold()]
  team.cards = [wireCard()]
  const reason = 'must be a telephone number, never a card number'
  answer(checkoutRoutes.buy, () =>
    fail(422, `contact_number: ${reason}`, 'input.invalid', { fields: { contact_number: [reason] } }),
  )
  await renderRoute('/checkout')
  await userEvent.click(await screen.findByRole('button', { name: /^Pay £/ }))
  expect((await screen.findByRole('alert')).textContent).toBe(`Phone number: ${reason}`)
})

test('[X-CHECKOUT-06] where the tickets ask for something else by now, the button says so', async () => {
  team.held = [wireHold()]
  team.cards = [wireCard()]
  const [name, reason] = ['listings_to_buy.0.attendees', 'must hold one entry for each of the 2 tickets']
  answer(checkoutRoutes.buy, () =>
    fail(422, `${name}: ${reason}`, 'input.invalid', { fields: { [name]: [reason] } }),
  )
  await renderRoute('/checkout')
  await userEvent.click(await screen.findByRole('button', { name: /^Pay £/ }))
  expect((await screen.findByRole('alert')).textContent).toBe(
    'What these tickets ask of those who go in has changed. Please check the attendees and pay again.',
  )
})

test('a day that is refused is told as the form writes days', async () => {
  team.held = [wireHold({ quantity: 1, listing: { attendee_identification_details_required: true } })]
  await renderRoute('/checkout')
  const birthday = await screen.findByLabelText('Date of birth')
  await userEvent.type(birthday, '31-02-1990')
  await userEvent.tab()
  expect(await screen.findByText('Must be a day in the past, such as 24-12-1990')).toBeTruthy()
})

test('who goes in with tickets that are not held any more is not kept, and keeps nothing else back', async () => {
  const kept: unknown[] = []
  answer(checkoutDraftRoutes.keep, ({ body }) => {
    if (body.listings)
      return fail(409, 'Your team does not hold these tickets', 'checkout.draft_not_held', {
        index: 0,
        listing_id: 'lst_1',
      })
    kept.push(body)
    return { data: team.draft }
  })
  await renderRoute('/checkout')
  await userEvent.click(await screen.findByRole('button', { name: 'Change contact' }))
  await userEvent.type(ticket(1).getByLabelText('First name'), 'Ada')
  await userEvent.type(region('Contact').getByRole('textbox', { name: /Email address/ }), 'x')
  expect(await ticket(1).findByText('Your team does not hold these tickets')).toBeTruthy()
  await waitFor(() => expect(kept).toEqual([{ email_address: 'jane@harbour.examplex' }]))
})

test('what the purchase is refused for is said at its fields until they are changed, of contact and attendees alike', async () => {
  team.held = [
    wireHold({ hold_id: 'hld_0', quantity: 1, listing: { attendee_identification_details_required: true } }),
    wireHold({ quantity: 1, listing: { attendee_identification_details_required: true } }),
  ]
  team.cards = [wireCard()]
  team.draft = { listings: [{ listing_id: 'lst_1', attendees: [ada, ada] }] }
  answer(checkoutRoutes.buy, () =>
    fail(422, 'Some details are not right', 'input.invalid', {
      fields: {
        contact_number: ['must be a telephone number, never a card number'],
        // The only ticket of the second hold, and so the second one of their listing.
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
  expect(region('Attendees').getByText('Not accepted: Document number of ticket 2')).toBeTruthy()
  await userEvent.type(second ?? wrong, '7')
  expect(screen.queryByText('Must be 4 to 30 letters and digits')).toBeNull()
  expect(region('Contact').getByText('Must be a telephone number, never a card number')).toBeTruthy()
  await userEvent.type(phone, '4')
  expect(screen.queryByText('Must be a telephone number, never a card number')).toBeNull()
})

test('a field that nobody has filled in says what the purchase is refused for, until something stands there', async () => {
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
  answer(checkoutRoutes.buy, () =>
    fail(422, 'Some details are not right', 'input.invalid', {
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
