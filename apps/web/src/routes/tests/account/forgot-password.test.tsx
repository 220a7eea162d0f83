import { passwordsRoutes } from '@terrace/contracts/passwords'
import { act, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { mockRoute, errorReply } from '#web/test/mock-api.ts'
import { renderRoute } from '#web/test/render-route.tsx'

const email = () => screen.getByLabelText<HTMLInputElement>('Email')
const button = () => screen.getByRole('button', { name: /^(Submit|Loading\.\.\.)$/ })
const successReply = {
  data: { status: true },
  message: 'If this address has an account, a reset link is on its way',
}
const openForgot = (address = '/forgot-password') => renderRoute(address, { user: null })

afterEach(() => vi.useRealTimers())

/** Fakes timers that also advance in real time, so requests complete. */
const installFakeTimers = () =>
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'clearTimeout'] })

test('[FORGOT-01] [FORGOT-03] [ROUTE-03] the form has an email field, "Submit" and a "Back to login" link to /login', async () => {
  const router = await openForgot()
  expect(await screen.findByRole('heading', { name: 'Forgot password', level: 1 })).toBeTruthy()
  expect(document.title).toBe('Forgot password · Terrace')
  expect(email().type).toBe('email')
  expect(button().textContent).toBe('Submit')
  const back = screen.getByRole('link', { name: 'Back to login' })
  expect(back.getAttribute('href')).toBe('/login')
  await userEvent.click(back)
  expect(await screen.findByRole('heading', { name: 'Login' })).toBeTruthy()
  expect(router.state.location.pathname).toBe('/login')
})

test('[FORGOT-04] [FORGOT-05] a panel lists the benefits of signing up and links to /signup', async () => {
  await openForgot()
  const panel = within(await screen.findByRole('region', { name: 'Sign up' }))
  expect(panel.getByText("Don't have an account?")).toBeTruthy()
  expect(panel.getByText('Access an unrivalled supply of the most in-demand global events.')).toBeTruthy()
  expect(panel.getByRole('link', { name: 'Sign up now' }).getAttribute('href')).toBe('/signup')
})

test('[FORGOT-06] [FORGOT-07] an empty or invalid email shows an error on blur or submit, and no request is sent', async () => {
  const requests = mockRoute(passwordsRoutes.forgot, () => successReply)
  await openForgot()
  await userEvent.click(await screen.findByLabelText('Email'))
  expect(screen.queryByText('Email address is required')).toBeNull()
  await userEvent.tab()
  expect(screen.getByText('Email address is required')).toBeTruthy()
  for (const wrong of ['jane', 'jane@', 'jane@harbour', 'a b@harbour.example']) {
    await userEvent.clear(email())
    await userEvent.type(email(), `${wrong}{Enter}`)
    expect(screen.getByText('Please enter valid email address')).toBeTruthy()
  }
  await userEvent.clear(email())
  await userEvent.type(email(), '   {Enter}')
  expect(screen.getByText('Email address is required')).toBeTruthy()
  expect(requests).toEqual([])
})

test('[FORGOT-02] while submitting the button shows "Loading..." and a second Enter sends nothing', async () => {
  let release: (value: typeof successReply) => void = () => undefined
  const requests = mockRoute(passwordsRoutes.forgot, () => new Promise((resolve) => (release = resolve)))
  await openForgot()
  await userEvent.type(await screen.findByLabelText('Email'), ' jane@harbour.example {Enter}')
  await vi.waitFor(() => expect(button().textContent).toBe('Loading...'))
  await userEvent.type(email(), '{Enter}')
  await vi.waitFor(() => expect(requests).toHaveLength(1))
  release(successReply)
  await screen.findByText(successReply.message)
  expect(requests.map(({ body }) => body)).toEqual([
    { email: 'jane@harbour.example', reset_link: `${location.origin}/reset-password` },
  ])
})

test('[FORGOT-08] [FORGOT-09] the message shows for 2500 ms, then the page goes back one history entry', async () => {
  mockRoute(passwordsRoutes.forgot, () => successReply)
  const router = await openForgot('/login')
  await userEvent.click(await screen.findByRole('link', { name: 'Forgot password' }))
  installFakeTimers()
  await userEvent.type(await screen.findByLabelText('Email'), 'jane@harbour.example{Enter}')
  await vi.waitFor(() => expect(screen.getByRole('status').textContent).toBe(successReply.message))
  await act(() => vi.advanceTimersByTimeAsync(1900))
  expect(router.state.location.pathname).toBe('/forgot-password')
  expect(screen.getByRole('status').textContent).toBe(successReply.message)
  await act(() => vi.advanceTimersByTimeAsync(600))
  vi.useRealTimers()
  expect(await screen.findByRole('heading', { name: 'Login' })).toBeTruthy()
  expect(router.history.canGoBack()).toBe(false)
})

test('[FORGOT-09] without history the page goes to /login', async () => {
  mockRoute(passwordsRoutes.forgot, () => successReply)
  const router = await openForgot()
  installFakeTimers()
  await userEvent.type(await screen.findByLabelText('Email'), 'jane@harbour.example{Enter}')
  await vi.waitFor(() => expect(screen.getByRole('status').textContent).toBe(successReply.message))
  await act(() => vi.advanceTimersByTimeAsync(2500))
  vi.useRealTimers()
  await vi.waitFor(() => expect(router.state.location.href).toBe('/login'))
})

test.each([
  [
    errorReply(429, 'Too many requests. Wait 15 minutes and try again'),
    'Too many requests. Wait 15 minutes and try again',
  ],
  [{ data: { status: false, errors: { title: 'Not today' } } }, 'Not today'],
])(
  '[ERROR-11] a failure shows errors.title below the form and the user can retry: %#',
  async (reply, text) => {
    const requests = mockRoute(passwordsRoutes.forgot, () => reply)
    await openForgot()
    await userEvent.type(await screen.findByLabelText('Email'), 'jane@harbour.example{Enter}')
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toBe(text)
    expect(email().compareDocumentPosition(alert) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy()
    expect(email().value).toBe('jane@harbour.example')
    await userEvent.click(button())
    await vi.waitFor(() => expect(requests).toHaveLength(2))
  },
)
