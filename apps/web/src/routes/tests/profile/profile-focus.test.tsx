import type { WireQuoteDetail } from '@terrace/contracts/quote-shapes'
import { quotesRoutes } from '@terrace/contracts/quotes'
import { savedPeopleRoutes } from '@terrace/contracts/saved-people'
import { teamsRoutes } from '@terrace/contracts/teams'
import { act, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { mockRoute } from '#web/test/mock-api.ts'
import { wireQuote, wireQuotes, wireQuoteDetail } from '#web/test/quote-factories.ts'
import { mockShell, renderRoute } from '#web/test/render-route.tsx'

// Focus stays near the completed action; if it were lost, keyboard users would start again at the top.

const withdrawn: Partial<WireQuoteDetail> = {
  status: 'Withdrawn',
  can: { withdraw: false, reopen: true, extend: false, edit_commission: false, convert: false },
}
let quoteDetail: WireQuoteDetail

beforeEach(() => {
  quoteDetail = wireQuoteDetail()
  mockShell()
  mockRoute(quotesRoutes.list, () => wireQuotes(wireQuote()))
  mockRoute(quotesRoutes.one, ({ params }) => ({ data: { ...quoteDetail, id: String(params['quote_id']) } }))
})

/** Presses by keyboard, so the button has focus. */
async function press(button: HTMLElement) {
  act(() => button.focus())
  await userEvent.keyboard('{Enter}')
}

async function openQuote() {
  await renderRoute('/profile?tab=quotes&quote=qt_1')
  return within(await screen.findByRole('region', { name: quoteDetail.title }))
}

test('[X-QUOTE-24] withdrawing a quote moves focus to the next available action', async () => {
  mockRoute(quotesRoutes.withdraw, () => ({ data: (quoteDetail = { ...quoteDetail, ...withdrawn }) }))
  const panel = await openQuote()
  await press(await panel.findByRole('button', { name: 'Withdraw' }))
  await waitFor(() => expect(panel.queryByRole('button', { name: 'Withdraw' })).toBeNull())
  await waitFor(() => expect(panel.getAllByRole('button')).toContain(document.activeElement))
  expect(panel.getByRole('button', { name: 'Reopen' })).toBeTruthy()
})

test('[X-QUOTE-23] copying a quote moves focus to the heading of the copy', async () => {
  mockRoute(quotesRoutes.copy, () => {
    quoteDetail = { ...quoteDetail, id: 'qt_7', title: 'The copy' }
    return { data: { ...wireQuoteDetail(), id: 'qt_7', title: 'The copy' } }
  })
  const panel = await openQuote()
  await press(await panel.findByRole('button', { name: 'Copy quote' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Copy quote' }))
  await press(dialog.getByRole('button', { name: 'Create copy' }))
  const heading = await screen.findByRole('heading', { name: 'The copy' })
  await waitFor(() => expect(document.activeElement).toBe(heading))
})

test('[X-PROFILE-01] closing a quote opened by URL moves focus to its row', async () => {
  const panel = await openQuote()
  const row = await screen.findByRole('link', { name: /Ada Wong/ })
  await press(panel.getByRole('button', { name: 'Close the quote' }))
  await waitFor(() => expect(document.activeElement).toBe(row))
})

test('[X-PROFILE-02] withdrawing the last invitation moves focus to the invitation form', async () => {
  const invitation = {
    id: 'inv_1',
    email: 'lee@guest.example',
    role: 'member' as const,
    permissions: [],
    invited_by: 'Jane Miller',
    sent_at: '2031-02-01T12:00:00.000Z',
    expires_at: '2031-02-08T12:00:00.000Z',
    has_expired: false,
  }
  let invitations = [invitation, { ...invitation, id: 'inv_2', email: 'kim@guest.example' }]
  mockRoute(teamsRoutes.overview, () => ({
    data: {
      name: 'Harbour Box Office',
      may_manage: true,
      can_sell: false,
      second_factor_required_from: null,
      members: [],
      invitations,
    },
  }))
  mockRoute(teamsRoutes.withdraw, ({ params }) => {
    invitations = invitations.filter(({ id }) => id !== params['id'])
    return { data: { status: true } }
  })
  mockRoute(savedPeopleRoutes.list, () => ({ data: [] }))
  await renderRoute('/profile?tab=team')
  const button = (email: string) =>
    screen.findByRole('button', { name: `Withdraw the invitation to ${email}` })
  await press(await button('lee@guest.example'))
  const left = within(screen.getByRole('region', { name: 'Invitations' }))
  await waitFor(() => expect(left.getAllByRole('listitem')).toHaveLength(1))
  await waitFor(() => expect(left.getAllByRole('button')).toContain(document.activeElement))
  await press(await button('kim@guest.example'))
  const form = within(screen.getByRole('region', { name: 'Invite someone' }))
  await waitFor(() => expect(form.getAllByRole('button')).toContain(document.activeElement))
})
