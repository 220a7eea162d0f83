import { closingRoutes, type WireClosing } from '@terrace/contracts/closing'
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { isLoggedIn } from '#web/lib/http/session.ts'
import { redirectTo } from '#web/lib/url/navigation.ts'
import { errorReply, mockRoute } from '#web/test/mock-api.ts'
import { mockShell, renderRoute } from '#web/test/render-route.tsx'

vi.mock('#web/lib/url/navigation.ts', () => ({ redirectTo: vi.fn<(path: string) => void>() }))

let state: WireClosing
beforeEach(() => {
  vi.mocked(redirectTo).mockReset()
  state = { reasons: [], ends_team: true }
  mockShell()
  mockRoute(closingRoutes.read, () => ({ data: state }))
})

const open = () => renderRoute('/profile?tab=security')
const section = async () => within(await screen.findByRole('region', { name: 'Close account' }))
const closeButton = async () =>
  (await section()).findByRole<HTMLButtonElement>('button', { name: 'Close account' })

test('closing says what stays and what goes, asks, and leaves for the login page', async () => {
  const requests = mockRoute(closingRoutes.close, () => ({ data: { status: true } }))
  await open()
  await closeButton()
  expect(
    (await section()).getByText(/^Your login, passkeys and sessions end at once.* Your team ends/),
  ).toBeTruthy()
  expect((await section()).getByText(/^Orders and invoices, for as long as the law requires/)).toBeTruthy()
  await userEvent.click(await closeButton())
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Close your account?' }))
  expect(requests).toEqual([])
  await userEvent.click(dialog.getByRole('button', { name: 'Close account' }))
  await waitFor(() => expect(redirectTo).toHaveBeenCalledWith('/login'))
  expect(requests).toHaveLength(1)
  expect(isLoggedIn()).toBe(false)
})

test('what is in the way is listed, and the button waits', async () => {
  state = {
    reasons: [{ reason: 'undelivered_orders', message: '2 orders are not delivered yet' }],
    ends_team: false,
  }
  await open()
  expect((await closeButton()).disabled).toBe(true)
  expect((await section()).getByText('2 orders are not delivered yet.')).toBeTruthy()
  expect((await section()).getByText(/Holds, orders and clients stay with your team/)).toBeTruthy()
})

test('a refusal shows the reason and checks again', async () => {
  const message = 'A payment is running. Wait until it has finished'
  mockRoute(closingRoutes.close, () => {
    state = { reasons: [{ reason: 'payments', message }], ends_team: true }
    return errorReply(409, message, 'account.close_refused')
  })
  await open()
  await userEvent.click(await closeButton())
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Close your account?' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Close account' }))
  expect((await (await section()).findByRole('alert')).textContent).toBe(message)
  await waitFor(async () => expect((await closeButton()).disabled).toBe(true))
  expect(redirectTo).not.toHaveBeenCalled()
})
