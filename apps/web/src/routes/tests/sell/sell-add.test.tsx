import { inventoryEditRoutes } from '@terrace/contracts/inventory-edit'
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { wireInventoryRow } from '#web/test/inventory-factories.ts'
import { errorReply, mockRoute } from '#web/test/mock-api.ts'
import { mockInventory, seller } from '#web/test/mock-inventory.ts'
import { eventHit, mockSearch } from '#web/test/mock-search.ts'
import { mockShell, renderRoute } from '#web/test/render-route.tsx'

const added = wireInventoryRow({ id: 'lst_new', section: 'Block 112', row: '' })

beforeEach(() => mockShell())

async function open() {
  const router = await renderRoute('/sell/inventory', { user: { ...seller, base_currency: 'GBP' } })
  await userEvent.click(
    within(await screen.findByRole('main')).getAllByRole('button', { name: 'Add listing' })[0] ??
      document.body,
  )
  return { router, dialog: within(await screen.findByRole('dialog', { name: 'Add listing' })) }
}

test('a seller without stock adds a listing: the event is searched, and its proceeds are shown before', async () => {
  let rows: (typeof added)[] = []
  mockInventory(() => rows)
  mockSearch(({ indexName }) => (indexName.includes('events') ? { hits: [eventHit()], nbHits: 1 } : {}))
  const created = mockRoute(inventoryEditRoutes.create, () => {
    if (created.length === 1)
      return errorReply(422, 'section: “B 112” is not a block of this venue', 'input.invalid', {
        fields: {
          section: ['“B 112” is not a block of this venue'],
          'notes.0.text': ['must not be empty'],
        },
      })
    rows = [added]
    return { data: added }
  })
  const { router, dialog } = await open()
  await userEvent.click(dialog.getByRole('button', { name: 'Add listing' }))
  expect(dialog.getByText('Choose an event from the list.')).toBeTruthy()
  await userEvent.type(dialog.getByRole('combobox', { name: 'Event' }), eventHit().title.slice(0, 7))
  await userEvent.click(await screen.findByRole('option', { name: new RegExp(eventHit().title) }))
  await userEvent.type(dialog.getByRole('textbox', { name: 'Section' }), 'B 112')
  await userEvent.type(dialog.getByRole('textbox', { name: 'Price per ticket' }), '95')
  await userEvent.type(dialog.getByRole('textbox', { name: 'In hand from' }), '20-11-2030')
  expect(dialog.getByText('You receive, fee 8%').nextSibling?.textContent).toBe('£87.40')
  await userEvent.click(dialog.getByRole('button', { name: 'Add listing' }))
  expect(await dialog.findByText('“B 112” is not a block of this venue')).toBeTruthy()
  // No field shows the error of the note.
  expect(dialog.getByText('notes.0.text: must not be empty')).toBeTruthy()
  const section = dialog.getByRole('textbox', { name: 'Section' })
  await userEvent.clear(section)
  await userEvent.type(section, 'Block 112')
  await userEvent.click(dialog.getByRole('button', { name: 'Add listing' }))
  await waitFor(() => expect(router.state.location.search).toEqual({ listing: 'lst_new' }))
  expect(created.at(-1)?.body).toMatchObject({
    event_id: eventHit().id,
    section: 'Block 112',
    price: '95.00',
    currency: 'GBP',
    in_hand_date: '2030-11-20',
    published: true,
  })
  const keys = created.map(({ headers }) => headers.get('idempotency-key'))
  expect(new Set(keys).size).toBe(2)
})

test('seats are typed as a range or a list, and must be as many as the tickets', async () => {
  let rows: (typeof added)[] = []
  mockInventory(() => rows)
  mockSearch(({ indexName }) => (indexName.includes('events') ? { hits: [eventHit()], nbHits: 1 } : {}))
  const taken = 'Another listing of the team already offers some of these seats'
  let isTaken = true
  const created = mockRoute(inventoryEditRoutes.create, () => {
    if (isTaken) return errorReply(409, taken, 'supply.seats_taken')
    rows = [added]
    return { data: added }
  })
  const { dialog } = await open()
  const type = (label: string, text: string) =>
    userEvent.type(dialog.getByRole('textbox', { name: label }), text)
  await userEvent.type(dialog.getByRole('combobox', { name: 'Event' }), eventHit().title.slice(0, 7))
  await userEvent.click(await screen.findByRole('option', { name: new RegExp(eventHit().title) }))
  await type('Section', 'Block 112')
  await type('Seats', '1, 3, 5, 7')
  await type('Price per ticket', '95')
  await type('In hand from', '20-11-2030')
  await userEvent.clear(dialog.getByRole('textbox', { name: 'Quantity' }))
  await type('Quantity', '3')
  await userEvent.click(dialog.getByRole('button', { name: 'Add listing' }))
  expect(dialog.getByText('These are 4 seats, but the quantity is 3.')).toBeTruthy()
  expect(created).toHaveLength(0)
  await userEvent.clear(dialog.getByRole('textbox', { name: 'Quantity' }))
  await type('Quantity', '4')
  await userEvent.click(dialog.getByRole('button', { name: 'Add listing' }))
  await waitFor(() => expect(created).toHaveLength(1))
  expect(created[0]?.body).toMatchObject({ seats: [1, 3, 5, 7], quantity: 4 })
  const message = await dialog.findByText(taken)
  const seats = dialog.getByRole('textbox', { name: 'Seats' })
  expect(seats.getAttribute('aria-describedby')?.split(' ')).toContain(message.closest('[id]')?.id)
  isTaken = false
  await type('Seats', '9')
  await waitFor(() => expect(dialog.queryByText(taken)).toBeNull())
  expect(created[0]?.body).not.toHaveProperty('first_seat')
})
