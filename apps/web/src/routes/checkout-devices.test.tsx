import type { WireCheckoutDraft } from '@terrace/contracts/checkout-draft'
import { act, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import type { ApiRequest } from '#web/test/api-server.ts'
import { answerCheckout, answerKeep, type CheckoutServer } from '#web/test/checkout-server.ts'
import { playRealtime } from '#web/test/fake-realtime.ts'
import { renderRoute } from '#web/test/render-route.tsx'
import { wireHold } from '#web/test/stock-factories.ts'

vi.mock('#web/lib/navigation.ts', () => ({ leaveTo: vi.fn<(path: string) => void>() }))

/** One checkout that is open on two devices of a team: this page, and another of which the server tells. */

type Attendees = WireCheckoutDraft['listings'][number]['attendees']

let team: CheckoutServer
let kept: ApiRequest[]

beforeEach(() => {
  team = answerCheckout()
  team.held = [wireHold({ quantity: 1, listing: { attendee_identification_details_required: true } })]
  kept = answerKeep(team)
})

const fill = (attendees: Attendees) => ({ listings: [{ listing_id: 'lst_1', attendees }] })

/** A slow hand is kept in several saves: the last of them has all that was typed in the field. */
const allIsKept = (attendees: Attendees) => waitFor(() => expect(kept.at(-1)?.body).toEqual(fill(attendees)))

/** What is filled in there, and told to the team's other devices. */
function fillElsewhere(next: WireCheckoutDraft) {
  team.draft = next
  act(() => playRealtime('private-team-tm_1').onEvent('draft-changed', {}))
}

const openCheckout = () =>
  renderRoute('/checkout', {
    user: { firstname: 'Jane', team_data: { id: 'tm_1', name: 'Harbour Box Office' } },
  })

const firstName = () => screen.findByLabelText<HTMLInputElement>('First name')
const lastName = () => screen.findByLabelText<HTMLInputElement>('Last name')

test('what is filled in on another device appears here and is said to come from there', async () => {
  await openCheckout()
  expect((await firstName()).value).toBe('')
  fillElsewhere({ email_address: 'joan@harbour.example', ...fill([{ first_name: 'Ada' }]) })
  expect(
    await screen.findByText(
      'Changed on another device, and shown here as it is there: Email address, First name of ticket 1.',
    ),
  ).toBeTruthy()
  expect((await firstName()).value).toBe('Ada')
  expect(screen.getByText('joan@harbour.example · +44 20 7946 0123')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'OK' }))
  expect(screen.queryByText(/another device/)).toBeNull()
})

test('what was typed here stays above what another device changed, until that is taken', async () => {
  await openCheckout()
  await userEvent.type(await firstName(), 'Ada')
  await allIsKept([{ first_name: 'Ada' }])
  fillElsewhere(fill([{ first_name: 'Grace', last_name: 'Hopper' }]))
  expect(
    await screen.findByText(
      'Changed on another device too: First name of ticket 1. What you typed here stays.',
    ),
  ).toBeTruthy()
  expect((await firstName()).value).toBe('Ada')
  expect((await lastName()).value).toBe('Hopper')
  await userEvent.click(screen.getByRole('button', { name: 'Take what is there' }))
  expect((await firstName()).value).toBe('Grace')
  expect(screen.queryByText(/another device/)).toBeNull()
  await allIsKept([{ first_name: 'Grace' }])
})

test('what another device filled in beside it is not put back by what is typed here', async () => {
  team.draft = fill([{ first_name: 'Ada' }])
  await openCheckout()
  expect((await firstName()).value).toBe('Ada')
  fillElsewhere(fill([{ first_name: 'Augusta' }]))
  await waitFor(async () => expect((await firstName()).value).toBe('Augusta'))
  await userEvent.type(await lastName(), 'King')
  await allIsKept([{ last_name: 'King' }])
})

test('what this device itself has typed is never called another one’s', async () => {
  await openCheckout()
  await userEvent.type(await firstName(), 'Ada ')
  await allIsKept([{ first_name: 'Ada ' }])
  fillElsewhere(fill([{ first_name: 'Ada' }]))
  await userEvent.type(await firstName(), 'Maria')
  await allIsKept([{ first_name: 'Ada Maria' }])
  // The answer of before comes late.
  fillElsewhere(fill([{ first_name: 'Ada' }]))
  await userEvent.type(await lastName(), 'King')
  await allIsKept([{ last_name: 'King' }])
  expect((await firstName()).value).toBe('Ada Maria')
  expect(screen.queryByText(/another device/)).toBeNull()
})
