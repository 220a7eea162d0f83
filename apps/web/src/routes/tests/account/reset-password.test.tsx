import { passwordsRoutes } from '@terrace/contracts/passwords'
import { act, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { mockRoute, errorReply } from '#web/test/mock-api.ts'
import { renderRoute } from '#web/test/render-route.tsx'

const password = () => screen.getByLabelText<HTMLInputElement>('New password')
const repeatedPassword = () => screen.getByLabelText<HTMLInputElement>('Confirm Password')
const button = () => screen.getByRole('button', { name: /^(Submit|Loading\.\.\.)$/ })
const successReply = { data: { status: true }, message: 'Your password has been changed. Log in to continue' }
const openReset = () => renderRoute('/reset-password/t0ken', { user: null })

afterEach(() => vi.useRealTimers())

test('[RESET-01] [RESET-02] [RESET-03] [ROUTE-04] the page has a heading, two fields, "Submit" and "Back to login"', async () => {
  await openReset()
  expect(await screen.findByRole('heading', { name: 'Password reset request', level: 1 })).toBeTruthy()
  expect(password().type).toBe('password')
  expect(repeatedPassword().type).toBe('password')
  expect(button().textContent).toBe('Submit')
  expect(screen.getByRole('link', { name: 'Back to login' }).getAttribute('href')).toBe('/login')
  expect(document.title).toBe('Password reset request · Terrace')
})

test('[RESET-04] [RESET-06] empty fields show their errors on blur', async () => {
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
  ['8 emoji, counted as one character each', '🎫'.repeat(8), true],
  ['4 emoji of two UTF-16 units each', '🎫'.repeat(4), false],
])('[RESET-05] the length of a new password counts characters: %s', async (_text, typed, isAllowed) => {
  await openReset()
  await userEvent.click(await screen.findByLabelText('New password'))
  await userEvent.paste(typed)
  await userEvent.tab()
  expect(screen.queryByText('Password must be 8 to 50 characters') === null).toBe(isAllowed)
})

test('[RESET-07] a mismatched confirmation shows its error, whatever else is invalid', async () => {
  const requests = mockRoute(passwordsRoutes.reset, () => successReply)
  await openReset()
  await userEvent.type(await screen.findByLabelText('New password'), 'short')
  await userEvent.type(repeatedPassword(), 'other{Enter}')
  expect(screen.getByText("Password and Confirm Password didn't match")).toBeTruthy()
  expect(screen.getByText('Password must be 8 to 50 characters')).toBeTruthy()
  expect(document.activeElement).toBe(password())
  expect(requests).toEqual([])
})

test('[RESET-08] [RESET-09] the message shows for 2500 ms, then the page goes to home', async () => {
  const requests = mockRoute(passwordsRoutes.reset, () => successReply)
  const router = await openReset()
  await screen.findByLabelText('New password')
  // Fake timers also advance in real time, so requests complete.
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'clearTimeout'] })
  await userEvent.type(password(), 'new password')
  await userEvent.type(repeatedPassword(), 'new password{Enter}')
  await vi.waitFor(() => expect(screen.getByRole('status').textContent).toBe(successReply.message))
  expect(requests.map(({ body }) => body)).toEqual([
    { password: 'new password', password_confirmation: 'new password', token: 't0ken' },
  ])
  await act(() => vi.advanceTimersByTimeAsync(1900))
  expect(router.state.location.pathname).toBe('/reset-password/t0ken')
  const visited: string[] = []
  router.subscribe('onBeforeNavigate', ({ toLocation }) => void visited.push(toLocation.pathname))
  await act(() => vi.advanceTimersByTimeAsync(600))
  vi.useRealTimers()
  // Home redirects a logged-out user to login.
  await vi.waitFor(() => expect(router.state.location.href).toBe('/login'))
  expect(visited[0]).toBe('/')
})

test('[ERROR-11] a failure shows errors.title below the form and keeps the input', async () => {
  mockRoute(passwordsRoutes.reset, () =>
    errorReply(422, 'This link has expired or was already used. Request a new one', 'password.link_invalid'),
  )
  await openReset()
  await userEvent.type(await screen.findByLabelText('New password'), 'new password')
  await userEvent.type(repeatedPassword(), 'new password{Enter}')
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toBe('This link has expired or was already used. Request a new one')
  expect(screen.getByRole('link', { name: 'Send a new link' }).getAttribute('href')).toBe('/forgot-password')
  expect(repeatedPassword().compareDocumentPosition(alert) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy()
  expect(password().value).toBe('new password')
  expect(button().textContent).toBe('Submit')
})
