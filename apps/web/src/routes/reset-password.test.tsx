import { passwordsRoutes } from '@terrace/contracts/passwords'
import { act, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { answer, fail } from '#web/test/api-server.ts'
import { renderRoute } from '#web/test/render-route.tsx'

const password = () => screen.getByLabelText<HTMLInputElement>('New password')
const again = () => screen.getByLabelText<HTMLInputElement>('Confirm Password')
const button = () => screen.getByRole('button', { name: /^(Submit|Loading\.\.\.)$/ })
const told = { data: { status: true }, message: 'Your password has been changed. Please log in' }
const openReset = () => renderRoute('/reset-password/t0ken', { user: null })

afterEach(() => vi.useRealTimers())

test('[RESET-01] [RESET-02] [RESET-03] [ROUTE-04] heading, two fields, "Submit" and "Back to login"', async () => {
  await openReset()
  expect(await screen.findByRole('heading', { name: 'Password reset request', level: 1 })).toBeTruthy()
  expect(password().type).toBe('password')
  expect(again().type).toBe('password')
  expect(button().textContent).toBe('Submit')
  expect(screen.getByRole('link', { name: 'Back to login' }).getAttribute('href')).toBe('/login')
  expect(document.title).toBe('Password reset request · Terrace')
})

test('[RESET-04] [RESET-06] empty fields say what is missing once left', async () => {
  await openReset()
  await userEvent.click(await screen.findByLabelText('New password'))
  expect(screen.queryByText('Password is required')).toBeNull()
  await userEvent.tab()
  expect(screen.getByText('Password is required')).toBeTruthy()
  expect(screen.queryByText('Password confirmation is required')).toBeNull()
  await userEvent.tab()
  expect(screen.getByText('Password confirmation is required')).toBeTruthy()
})

test.each([
  ['7 characters', '1234567', false],
  ['8 characters', '12345678', true],
  ['50 characters', 'x'.repeat(50), true],
  ['51 characters', 'x'.repeat(51), false],
  ['8 emoji, which count as one each', '🎫'.repeat(8), true],
  ['4 emoji, though they take 8 places', '🎫'.repeat(4), false],
])('[RESET-05] a new password of %s', async (_text, typed, isAllowed) => {
  await openReset()
  await userEvent.click(await screen.findByLabelText('New password'))
  await userEvent.paste(typed)
  await userEvent.tab()
  expect(screen.queryByText('Password must be 8 to 50 characters') === null).toBe(isAllowed)
})

test('[RESET-07] a confirmation that differs says so, whatever else is wrong', async () => {
  const requests = answer(passwordsRoutes.reset, () => told)
  await openReset()
  await userEvent.type(await screen.findByLabelText('New password'), 'short')
  await userEvent.type(again(), 'other{Enter}')
  expect(screen.getByText("Password and Confirm Password didn't match")).toBeTruthy()
  expect(screen.getByText('Password must be 8 to 50 characters')).toBeTruthy()
  expect(document.activeElement).toBe(password())
  expect(requests).toEqual([])
})

test('[RESET-08] [RESET-09] the message stands for 2500 ms, then the screen goes to home', async () => {
  const requests = answer(passwordsRoutes.reset, () => told)
  const router = await openReset()
  await screen.findByLabelText('New password')
  // By itself the clock goes as fast as the real one, by which requests come and go.
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'clearTimeout'] })
  await userEvent.type(password(), 'new password')
  await userEvent.type(again(), 'new password{Enter}')
  await vi.waitFor(() => expect(screen.getByRole('status').textContent).toBe(told.message))
  expect(requests.map(({ body }) => body)).toEqual([
    { password: 'new password', password_confirmation: 'new password', token: 't0ken' },
  ])
  await act(() => vi.advanceTimersByTimeAsync(1900))
  expect(router.state.location.pathname).toBe('/reset-password/t0ken')
  const visited: string[] = []
  router.subscribe('onBeforeNavigate', ({ toLocation }) => void visited.push(toLocation.pathname))
  await act(() => vi.advanceTimersByTimeAsync(600))
  vi.useRealTimers()
  // Home, which sends somebody logged out to login.
  await vi.waitFor(() => expect(router.state.location.href).toBe('/login'))
  expect(visited[0]).toBe('/')
})

test('[ERROR-11] a failure shows errors.title beneath the form and keeps what was typed', async () => {
  answer(passwordsRoutes.reset, () =>
    fail(422, 'This link has been used or is too old. Please ask for a new one', 'password.link_spent'),
  )
  await openReset()
  await userEvent.type(await screen.findByLabelText('New password'), 'new password')
  await userEvent.type(again(), 'new password{Enter}')
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toBe('This link has been used or is too old. Please ask for a new one')
  expect(screen.getByRole('link', { name: 'Ask for a new link' }).getAttribute('href')).toBe(
    '/forgot-password',
  )
  expect(again().compareDocumentPosition(alert) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy()
  expect(password().value).toBe('new password')
  expect(button().textContent).toBe('Submit')
})
