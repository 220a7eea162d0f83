import type { WireQuoteWhole } from '@terrace/contracts/quote-shapes'
import { quotesRoutes } from '@terrace/contracts/quotes'
import { teamsRoutes } from '@terrace/contracts/teams'
import { act, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { answer } from '#web/test/api-server.ts'
import { wireQuote, wireQuotes, wireQuoteWhole } from '#web/test/quote-factories.ts'
import { answerShell, renderRoute } from '#web/test/render-route.tsx'

// A keyboard's focus stays beside what it has done: lost, it would begin again at the top of the page (ui.md §1).

const withdrawn: Partial<WireQuoteWhole> = {
  status: 'Withdrawn',
  can: { withdraw: false, revive: true, extend: false, edit_commission: false, convert: false },
}
let whole: WireQuoteWhole

beforeEach(() => {
  whole = wireQuoteWhole()
  answerShell()
  answer(quotesRoutes.list, () => wireQuotes(wireQuote()))
  answer(quotesRoutes.one, ({ params }) => ({ data: { ...whole, id: String(params['quote_id']) } }))
})

/** Presses as a keyboard does: whoever is pressed has the focus. */
async function press(button: HTMLElement) {
  act(() => button.focus())
  await userEvent.keyboard('{Enter}')
}

async function openQuote() {
  await renderRoute('/profile?tab=quotes&quote=qt_1')
  return within(await screen.findByRole('region', { name: whole.title }))
}

test('[X-QUOTE-24] who has withdrawn a quote stands at what may be done with it next', async () => {
  answer(quotesRoutes.withdraw, () => ({ data: (whole = { ...whole, ...withdrawn }) }))
  const panel = await openQuote()
  await press(await panel.findByRole('button', { name: 'Withdraw' }))
  const dialog = within(await screen.findByRole('alertdialog'))
  await press(dialog.getByRole('button', { name: 'Withdraw' }))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  await waitFor(() => expect(panel.getAllByRole('button')).toContain(document.activeElement))
  expect(panel.getByRole('button', { name: 'Revive' })).toBeTruthy()
})

test('[X-QUOTE-23] who has copied a quote stands at the heading of the copy', async () => {
  answer(quotesRoutes.copy, () => {
    whole = { ...whole, id: 'qt_7', title: 'The copy' }
    return { data: { ...wireQuoteWhole(), id: 'qt_7', title: 'The copy' } }
  })
  const panel = await openQuote()
  await press(await panel.findByRole('button', { name: 'Copy quote' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Copy the quote' }))
  await press(dialog.getByRole('button', { name: 'Make the copy' }))
  const heading = await screen.findByRole('heading', { name: 'The copy' })
  await waitFor(() => expect(document.activeElement).toBe(heading))
})

test('[X-PROFILE-01] who came to a quote by its address and closes it stands at its row', async () => {
  const panel = await openQuote()
  const row = await screen.findByRole('link', { name: /Ada Wong/ })
  await press(panel.getByRole('button', { name: 'Close the quote' }))
  await waitFor(() => expect(document.activeElement).toBe(row))
})

test('[X-PROFILE-02] who has withdrawn the last invitation stands where the next person is invited', async () => {
  const invitation = {
    id: 'inv_1',
    email: 'lee@guest.example',
    role: 'member' as const,
    invited_by: 'Jane Miller',
    sent_at: '2031-02-01T12:00:00.000Z',
    expires_at: '2031-02-08T12:00:00.000Z',
    has_expired: false,
  }
  let invitations = [invitation, { ...invitation, id: 'inv_2', email: 'kim@guest.example' }]
  answer(teamsRoutes.overview, () => ({
    data: { name: 'Harbour Box Office', may_manage: true, members: [], invitations },
  }))
  answer(teamsRoutes.withdraw, ({ params }) => {
    invitations = invitations.filter(({ id }) => id !== params['id'])
    return { data: { status: true } }
  })
  await renderRoute('/profile?tab=team')
  const button = (email: string) =>
    screen.findByRole('button', { name: `Withdraw the invitation to ${email}` })
  await press(await button('lee@guest.example'))
  const left = within(screen.getByRole('region', { name: 'Invitations' }))
  await waitFor(() => expect(left.getAllByRole('listitem')).toHaveLength(1))
  await waitFor(() => expect(left.getAllByRole('button')).toContain(document.activeElement))
  await press(await button('kim@guest.example'))
  const form = within(screen.getByRole('region', { name: 'Invite somebody' }))
  await waitFor(() => expect(form.getAllByRole('button')).toContain(document.activeElement))
})
