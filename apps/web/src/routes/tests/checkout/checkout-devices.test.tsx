import type { WireCheckoutDraft } from '@terrace/contracts/checkout-draft'
import { act, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import type { ApiRequest } from '#web/test/mock-api.ts'
import { mockCheckout, mockSaveDraft, type CheckoutServer } from '#web/test/mock-checkout.ts'
import { fakeChannel } from '#web/test/fakes/fake-realtime.ts'
import { renderRoute } from '#web/test/render-route.tsx'
import { wireHold } from '#web/test/stock-factories.ts'

vi.mock('#web/lib/url/navigation.ts', () => ({ redirectTo: vi.fn<(path: string) => void>() }))

/** One checkout is open on two devices: this page, and one simulated by realtime messages. */

type Attendees = WireCheckoutDraft['listings'][number]['attendees']

let team: CheckoutServer
let saved: ApiRequest[]

beforeEach(() => {
  team = mockCheckout()
  team.held = [wireHold({ quantity: 1, listing: { attendee_identification_details_required: true } })]
  saved = mockSaveDraft(team)
})

const fill = (attendees: Attendees) => ({ listings: [{ listing_id: 'lst_1', attendees }] })

/** Slow typing causes several saves; the last one holds the whole field. */
const expectSaved = (attendees: Attendees) =>
  waitFor(() => expect(saved.at(-1)?.body).toEqual(fill(attendees)))

/** Saves a draft on the other device and notifies this page. */
function fillOnOtherDevice(next: WireCheckoutDraft) {
  team.draft = next
  act(() => fakeChannel('private-team-tm_1').onEvent('draft-changed', {}))
}

const openCheckout = () =>
  renderRoute('/checkout', {
    user: { firstname: 'Jane', team_data: { id: 'tm_1', name: 'Harbour Box Office' } },
  })

const firstName = () => screen.findByLabelText<HTMLInputElement>('First name')
const lastName = () => screen.findByLabelText<HTMLInputElement>('Last name')

test('an edit on another device appears here with a note about its source', async () => {
  await openCheckout()
  expect((await firstName()).value).toBe('')
  fillOnOtherDevice({ email_address: 'joan@harbour.example', ...fill([{ first_name: 'Ada' }]) })
  expect(
    await screen.findByText('Updated from another device: Email address, First name of ticket 1.'),
  ).toBeTruthy()
  expect((await firstName()).value).toBe('Ada')
  expect(screen.getByText('joan@harbour.example · +44 20 7946 0123')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'OK' }))
  expect(screen.queryByText(/another device/)).toBeNull()
})

test('a local edit wins over another device’s edit until the user takes the other version', async () => {
  await openCheckout()
  await userEvent.type(await firstName(), 'Ada')
  await expectSaved([{ first_name: 'Ada' }])
  fillOnOtherDevice(fill([{ first_name: 'Grace', last_name: 'Hopper' }]))
  expect(
    await screen.findByText('Also edited on another device: First name of ticket 1. Your version was kept.'),
  ).toBeTruthy()
  expect((await firstName()).value).toBe('Ada')
  expect((await lastName()).value).toBe('Hopper')
  await userEvent.click(screen.getByRole('button', { name: 'Use the other version' }))
  expect((await firstName()).value).toBe('Grace')
  expect(screen.queryByText(/another device/)).toBeNull()
  await expectSaved([{ first_name: 'Grace' }])
})

test('local typing does not overwrite other fields edited on another device', async () => {
  team.draft = fill([{ first_name: 'Ada' }])
  await openCheckout()
  expect((await firstName()).value).toBe('Ada')
  fillOnOtherDevice(fill([{ first_name: 'Augusta' }]))
  await waitFor(async () => expect((await firstName()).value).toBe('Augusta'))
  await userEvent.type(await lastName(), 'King')
  await expectSaved([{ last_name: 'King' }])
})

test('a device’s own edits are never attributed to another device', async () => {
  await openCheckout()
  await userEvent.type(await firstName(), 'Ada ')
  await expectSaved([{ first_name: 'Ada ' }])
  fillOnOtherDevice(fill([{ first_name: 'Ada' }]))
  await userEvent.type(await firstName(), 'Maria')
  await expectSaved([{ first_name: 'Ada Maria' }])
  // The response to an earlier save arrives late.
  fillOnOtherDevice(fill([{ first_name: 'Ada' }]))
  await userEvent.type(await lastName(), 'King')
  await expectSaved([{ last_name: 'King' }])
  expect((await firstName()).value).toBe('Ada Maria')
  expect(screen.queryByText(/another device/)).toBeNull()
})
