import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { mockCheckout, type CheckoutServer } from '#web/test/mock-checkout.ts'
import { renderRoute } from '#web/test/render-route.tsx'
import { wireHold } from '#web/test/stock-factories.ts'

/** Filling in attendees from a spreadsheet. */

let team: CheckoutServer
beforeEach(() => {
  team = mockCheckout()
  team.held = [wireHold({ listing: { attendee_identification_details_required: true } })]
})

const ticket = (number: number) =>
  within(screen.getByRole('group', { name: new RegExp(`^Ticket ${number},`), hidden: true }))
const valueOf = (number: number, label: string) =>
  ticket(number).getByLabelText<HTMLInputElement>(label).value

async function openPaste() {
  await renderRoute('/checkout')
  await userEvent.click(await screen.findByRole('button', { name: /^Paste from a spreadsheet/ }))
  const dialog = within(await screen.findByRole('dialog', { name: /^Paste from a spreadsheet/ }))
  await userEvent.click(dialog.getByLabelText('Cells from your spreadsheet'))
  return dialog
}

test('pasted cells are previewed, and fill in the tickets only when confirmed', async () => {
  const dialog = await openPaste()
  await userEvent.paste(
    'Surname\tForename\tDate of birth\nLovelace\tAda\t10/12/1990\nHopper\tGrace\t9.12.1906\n',
  )
  const table = within(await dialog.findByRole('table', { name: 'Attendees to fill in' }))
  expect(table.getAllByRole('row').map(({ textContent }) => textContent)).toEqual([
    'TicketLast nameFirst nameDate of birth',
    '1LovelaceAda10-12-1990',
    '2HopperGrace09-12-1906',
  ])
  expect(valueOf(1, 'First name')).toBe('')
  await userEvent.click(dialog.getByRole('button', { name: 'Fill in 2 tickets' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect([valueOf(1, 'First name'), valueOf(2, 'First name')]).toEqual(['Ada', 'Grace'])
  expect(valueOf(2, 'Date of birth')).toBe('09-12-1906')
})

test('an invalid cell shows its error, and cancelling changes nothing', async () => {
  const dialog = await openPaste()
  await userEvent.paste('First name\tNationality\nAda\tAtlantis')
  expect(await dialog.findByText('Must be a country, such as GB')).toBeTruthy()
  expect(dialog.getByRole('status').textContent).toContain('1 cell needs attention.')
  await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(valueOf(1, 'First name')).toBe('')
})

test('shared details of the first ticket are copied to all others', async () => {
  await renderRoute('/checkout')
  await screen.findByRole('button', { name: /^Pay £/ })
  await userEvent.type(ticket(1).getByLabelText('First name'), 'Ada')
  await userEvent.type(ticket(1).getByLabelText('Last name'), 'Lovelace')
  await userEvent.click(screen.getByRole('button', { name: /^Copy shared details to all tickets/ }))
  expect([valueOf(2, 'First name'), valueOf(2, 'Last name')]).toEqual(['', 'Lovelace'])
})

test('shared details of the first ticket are copied to every listing of the order, or within one listing', async () => {
  team.held = [
    wireHold({ listing: { attendee_identification_details_required: true } }),
    wireHold({
      hold_id: 'hld_2',
      listing_id: 'lst_2',
      listing: { section: 'Block 30', attendee_identification_details_required: true },
    }),
  ]
  await renderRoute('/checkout')
  await screen.findByRole('button', { name: /^Pay £/ })
  const field = (number: number, section: string, label: string) =>
    within(
      screen.getByRole('group', { name: new RegExp(`^Ticket ${number}, ${section}`), hidden: true }),
    ).getByLabelText<HTMLInputElement>(label)
  await userEvent.type(field(1, 'Block 30', 'Last name'), 'Byron')
  await userEvent.click(screen.getByRole('button', { name: /^Copy shared details to all tickets, Block 30/ }))
  expect(field(2, 'Block 30', 'Last name').value).toBe('Byron')
  expect(field(1, 'Block 25', 'Last name').value).toBe('')
  await userEvent.type(field(1, 'Block 25', 'First name'), 'Ada')
  await userEvent.selectOptions(field(1, 'Block 25', 'Nationality'), 'United Kingdom')
  await userEvent.click(screen.getByRole('button', { name: 'Copy shared details to the whole order' }))
  expect(field(2, 'Block 25', 'Nationality').value).toBe('GB')
  expect(field(2, 'Block 30', 'Nationality').value).toBe('GB')
  expect(field(2, 'Block 30', 'First name').value).toBe('')
  expect(field(2, 'Block 30', 'Last name').value).toBe('Byron')
})
