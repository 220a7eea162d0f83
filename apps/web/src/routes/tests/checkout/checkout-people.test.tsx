import { savedPeopleRoutes, type WireSavedPerson } from '@terrace/contracts/saved-people'
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { errorReply, mockRoute } from '#web/test/mock-api.ts'
import { mockCheckout, type CheckoutServer } from '#web/test/mock-checkout.ts'
import { renderRoute } from '#web/test/render-route.tsx'
import { wireHold } from '#web/test/stock-factories.ts'

/** Saved people as attendees: name and contact, never identity documents. */

const ada: WireSavedPerson = {
  id: 'spn_1',
  first_name: 'Ada',
  last_name: 'Lovelace',
  email: 'ada@example.test',
  phone: '020 7946 0123',
  last_used_at: '2031-02-01T12:00:00.000Z',
}

let team: CheckoutServer
let people: WireSavedPerson[]
beforeEach(() => {
  team = mockCheckout()
  team.held = [wireHold({ listing: { attendee_identification_details_required: true } })]
  people = [ada]
  mockRoute(savedPeopleRoutes.list, () => ({ data: people }))
})

const ticket = (number: number) =>
  within(screen.getByRole('group', { name: new RegExp(`^Ticket ${number},`), hidden: true }))
const valueOf = (number: number, label: string) =>
  ticket(number).getByLabelText<HTMLInputElement>(label).value

test('a saved person fills in the name and contact that the ticket requires, and nothing else', async () => {
  const used = mockRoute(savedPeopleRoutes.markUsed, () => ({ data: { status: true } }))
  await renderRoute('/checkout')
  await screen.findByRole('button', { name: /^Pay £/ })
  await userEvent.type(ticket(2).getByLabelText('Document number'), 'X1234567')
  await userEvent.click(await screen.findByRole('button', { name: /^Saved attendees.*ticket 2/ }))
  await userEvent.click(await screen.findByRole('menuitem', { name: /Ada Lovelace/ }))
  expect([valueOf(2, 'First name'), valueOf(2, 'Last name')]).toEqual(['Ada', 'Lovelace'])
  expect(valueOf(2, 'Document number')).toBe('X1234567')
  expect(ticket(2).queryByLabelText('Email address')).toBeNull()
  expect(valueOf(1, 'First name')).toBe('')
  await waitFor(() => expect(used[0]?.params['person_id']).toBe('spn_1'))
})

test('saving attendees sends names without identity documents', async () => {
  people = []
  const saved = mockRoute(savedPeopleRoutes.save, () => ({ data: [ada] }))
  await renderRoute('/checkout')
  await screen.findByRole('button', { name: /^Pay £/ })
  expect(screen.queryByRole('button', { name: /^Save attendee/ })).toBeNull()
  await userEvent.type(ticket(1).getByLabelText('First name'), ' Ada ')
  await userEvent.type(ticket(1).getByLabelText('Last name'), 'Lovelace')
  await userEvent.type(ticket(1).getByLabelText('Document number'), 'X1234567')
  await userEvent.click(screen.getByRole('button', { name: /^Save attendee for next time/ }))
  expect(await screen.findByText('Saved for next time, without documents')).toBeTruthy()
  expect(saved[0]?.body).toEqual({ people: [{ first_name: 'Ada', last_name: 'Lovelace' }] })
  expect(await screen.findByRole('button', { name: /^Saved attendees.*ticket 1/ })).toBeTruthy()
})

test('saving people to a full list explains how to make room', async () => {
  mockRoute(savedPeopleRoutes.save, () =>
    errorReply(
      409,
      'A team saves at most 200 people. Delete some in your profile first',
      'saved_people.too_many',
    ),
  )
  await renderRoute('/checkout')
  await screen.findByRole('button', { name: /^Pay £/ })
  await userEvent.type(ticket(1).getByLabelText('First name'), 'Ada')
  await userEvent.type(ticket(1).getByLabelText('Last name'), 'Lovelace')
  await userEvent.click(screen.getByRole('button', { name: /^Save attendee for next time/ }))
  expect((await screen.findByRole('alert')).textContent).toContain('at most 200 people')
})
