import { cardsRoutes, type WireCard } from '@terrace/contracts/cards'
import type { ResponseInputOf } from '@terrace/contracts/route'
import { sessionsRoutes } from '@terrace/contracts/sessions'
import { workspaceRoutes } from '@terrace/contracts/workspace'
import { act, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { redirectTo } from '#web/lib/url/navigation.ts'
import { inViewerTimeZone } from '#web/lib/format/viewer-time.ts'
import { mockRoute, errorReply } from '#web/test/mock-api.ts'
import { fakeCardFrame } from '#web/test/fakes/fake-card-frame.ts'
import { wireCard } from '#web/test/mock-checkout.ts'
import { mockShell, renderRoute } from '#web/test/render-route.tsx'
import { wireCurrentUser } from '#web/test/user-factory.ts'

vi.mock('#web/lib/url/navigation.ts', () => ({ redirectTo: vi.fn<(path: string) => void>() }))

const visa = wireCard()
const amex = wireCard({ id: 'crd_2', brand: 'amex', last4: '0005', exp_month: 3, is_default: false })
let cards: WireCard[]

beforeEach(() => {
  vi.mocked(redirectTo).mockReset()
  mockShell()
  cards = [visa, amex]
  mockRoute(cardsRoutes.list, () => ({ data: cards }))
  mockRoute(cardsRoutes.clientSecret, () => ({
    data: { gateway: 'sandbox' as const, setup_id: 'seti_1', client_secret: 'seti_1_secret' },
  }))
  mockRoute(sessionsRoutes.list, () => ({ data: [] }))
  mockRoute(workspaceRoutes.info, () => ({ data: wireCurrentUser() }))
})

const section = async () => within(await screen.findByRole('region', { name: 'Cards' }))

function mockSetupOutcome(outcome: ResponseInputOf<typeof cardsRoutes.save>['data']) {
  return mockRoute(cardsRoutes.save, () => {
    if (outcome.status === 'saved') cards = [...cards, { ...amex, id: 'crd_3', last4: '4444' }]
    return { data: outcome }
  })
}

async function typeCard(
  respond: Parameters<typeof fakeCardFrame>[0] = () => ({ token: 'pm_card_mastercard' }),
) {
  await userEvent.click((await section()).getByRole('button', { name: 'Add a card' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Add a card' }))
  const { frame } = await fakeCardFrame(respond)
  // The frame uses the colours of a dialog.
  expect(frame.getAttribute('src')).toBe('/sandbox/card-frame#raised')
  return dialog
}

test('[X-PROFILE-02] [X-PAY-05] saved cards show their expiry, and another card can become the default', async () => {
  const requests = mockRoute(cardsRoutes.makeDefault, () => {
    cards = [
      { ...amex, is_default: true },
      { ...visa, is_default: false },
    ]
    return { data: cards }
  })
  await renderRoute('/profile')
  const list = await section()
  const first = (await list.findAllByRole('listitem'))[0]
  expect(first?.textContent).toContain('Visa ending in 4242DefaultExpires 12/40')
  await userEvent.click(list.getByRole('button', { name: 'Make default: American Express ending in 0005' }))
  await waitFor(() =>
    expect(list.getAllByRole('listitem')[0]?.textContent).toContain('American Express ending in 0005Default'),
  )
  expect(requests[0]?.params['card_id']).toBe('crd_2')
})

test('[X-PAY-05] a card saved twice is listed twice, with the time each was added', async () => {
  cards = [visa, { ...visa, id: 'crd_3', is_default: false, added_at: '2031-02-03T12:00:00.000Z' }, amex]
  await renderRoute('/profile')
  const list = await section()
  const rows = (await list.findAllByRole('listitem')).map((row) => row.textContent)
  const [first, second] = [visa.added_at, '2031-02-03T12:00:00.000Z'].map(inViewerTimeZone)
  expect(rows[0]).toContain(`Expires 12/40 · Added ${first}`)
  expect(rows[1]).toContain(`Expires 12/40 · Added ${second}`)
  expect(rows[2]).not.toContain('Added')
  expect(list.getByRole('button', { name: `Remove Visa ending in 4242, added ${second}` })).toBeTruthy()
})

test('[X-PAY-05] changes to cards in another tab appear when the user returns to this tab', async () => {
  await renderRoute('/profile')
  expect(await (await section()).findAllByRole('listitem')).toHaveLength(2)
  cards = [visa]
  act(() => void window.dispatchEvent(new Event('visibilitychange')))
  await waitFor(async () => expect((await section()).getAllByRole('listitem')).toHaveLength(1))
})

test('Enter in the card frame saves the card, like the button', async () => {
  const saved = mockSetupOutcome({ status: 'saved' })
  await renderRoute('/profile')
  await userEvent.click((await section()).getByRole('button', { name: 'Add a card' }))
  const card = await fakeCardFrame(() => ({ token: 'pm_card_mastercard' }))
  card.emit({ type: 'terrace-card:submit' })
  await waitFor(() => expect(saved).toHaveLength(1))
})

test('[X-PAY-05] a card saved twice within a minute is numbered', async () => {
  const at = (second: number) => `2031-02-01T12:00:0${second}.000Z`
  cards = [
    { ...visa, added_at: at(9) },
    { ...visa, id: 'crd_3', is_default: false, added_at: at(1) },
    { ...visa, id: 'crd_4', is_default: false, added_at: '2031-02-02T12:00:00.000Z' },
  ]
  await renderRoute('/profile')
  const list = await section()
  const minute = inViewerTimeZone(at(1))
  expect(await list.findByText(`Expires 12/40 · Added ${minute} (1 of 2)`)).toBeTruthy()
  expect(list.getByText(`Expires 12/40 · Added ${minute} (2 of 2)`)).toBeTruthy()
  expect(
    list.getByRole('button', { name: `Make default: Visa ending in 4242, added ${minute} (1 of 2)` }),
  ).toBeTruthy()
  expect(list.getByText(`Expires 12/40 · Added ${inViewerTimeZone('2031-02-02T12:00:00.000Z')}`)).toBeTruthy()
})

test('[X-PAY-05] removing a card requires confirmation', async () => {
  const requests = mockRoute(cardsRoutes.remove, () => {
    cards = [amex]
    return { data: cards }
  })
  await renderRoute('/profile')
  const list = await section()
  await userEvent.click(await list.findByRole('button', { name: 'Remove Visa ending in 4242' }))
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Remove Visa ending in 4242?' }))
  expect(requests).toHaveLength(0)
  await userEvent.click(dialog.getByRole('button', { name: 'Remove card' }))
  await waitFor(() => expect(list.queryByText('Visa ending in 4242')).toBeNull())
  expect(requests[0]?.params['card_id']).toBe('crd_1')
})

test('removing a card by keyboard moves focus to the card in its place', async () => {
  mockRoute(cardsRoutes.remove, ({ params }) => {
    cards = cards.filter(({ id }) => id !== params['card_id'])
    return { data: cards }
  })
  await renderRoute('/profile')
  const list = await section()
  const remove = await list.findByRole('button', { name: 'Remove Visa ending in 4242' })
  act(() => remove.focus())
  await userEvent.keyboard('{Enter}')
  const dialog = within(await screen.findByRole('alertdialog'))
  act(() => dialog.getByRole('button', { name: 'Remove card' }).focus())
  await userEvent.keyboard('{Enter}')
  await waitFor(() => expect(remove.isConnected).toBe(false))
  await waitFor(() => expect(list.getAllByRole('button')).toContain(document.activeElement))
})

test('a card that can’t be removed shows the reason at the card', async () => {
  mockRoute(cardsRoutes.remove, () =>
    errorReply(503, 'The payment provider cannot be reached', 'payments.unavailable'),
  )
  await renderRoute('/profile')
  const list = await section()
  await userEvent.click(await list.findByRole('button', { name: 'Remove Visa ending in 4242' }))
  await userEvent.click(
    within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Remove card' }),
  )
  expect((await list.findByRole('alert')).textContent).toContain('The payment provider cannot be reached')
  expect(list.getByText('Visa ending in 4242')).toBeTruthy()
})

test('a double click on "Save card" adds the card once', async () => {
  const saved = mockSetupOutcome({ status: 'saved' })
  await renderRoute('/profile')
  const dialog = await typeCard()
  await userEvent.click(dialog.getByRole('checkbox', { name: 'Make default' }))
  await userEvent.dblClick(dialog.getByRole('button', { name: 'Save card' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(saved.map(({ body }) => body)).toEqual([
    { setup_id: 'seti_1', card_token: 'pm_card_mastercard', make_default: 1 },
  ])
  expect(await (await section()).findByText('American Express ending in 4444')).toBeTruthy()
})

test('errors inside the card frame are not repeated by the dialog', async () => {
  const saved = mockSetupOutcome({ status: 'saved' })
  await renderRoute('/profile')
  const dialog = await typeCard(() => ({ error: 'The card number is not complete.' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Save card' }))
  await waitFor(() =>
    expect(dialog.getByRole('button', { name: 'Save card' })).toHaveProperty('disabled', false),
  )
  expect(dialog.queryByRole('alert')).toBeNull()
  expect(saved).toHaveLength(0)
})

test('a declined card shows the reason in the form, which stays open', async () => {
  mockSetupOutcome({
    status: 'declined',
    reason: 'The card was declined. Please use another card or ask your bank.',
  })
  await renderRoute('/profile')
  const dialog = await typeCard()
  await userEvent.click(dialog.getByRole('button', { name: 'Save card' }))
  expect((await dialog.findByRole('alert')).textContent).toContain('The card was declined.')
})

test('a card that needs authentication redirects to the bank', async () => {
  mockSetupOutcome({
    status: 'requires_action',
    next_action: { type: 'redirect_to_url', url: 'https://bank.example/ask' },
  })
  await renderRoute('/profile')
  const dialog = await typeCard()
  await userEvent.click(dialog.getByRole('button', { name: 'Save card' }))
  await waitFor(() => expect(redirectTo).toHaveBeenCalledExactlyOnceWith('https://bank.example/ask'))
})

test('on return from the bank the card is saved once and the URL is cleaned up', async () => {
  const saved = mockSetupOutcome({ status: 'saved' })
  const router = await renderRoute('/profile?tab=account&setup=seti_9')
  expect(await screen.findByText('Card saved.')).toBeTruthy()
  await waitFor(() => expect(router.state.location.href).toBe('/profile?tab=account'))
  expect(saved.map(({ body }) => body)).toEqual([{ setup_id: 'seti_9' }])
})

test('an empty card list shows a message; a failed load can be retried', async () => {
  let isUp = false
  mockRoute(cardsRoutes.list, () => (isUp ? { data: [] } : errorReply(400, 'Not just now')))
  await renderRoute('/profile')
  const list = await section()
  const alert = within(await list.findByRole('alert'))
  isUp = true
  await userEvent.click(alert.getByRole('button', { name: 'Try again' }))
  expect(await list.findByText('No saved cards')).toBeTruthy()
})
