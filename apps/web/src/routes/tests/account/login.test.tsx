import { readFile } from 'node:fs/promises'
import { accountsRoutes } from '@terrace/contracts/accounts'
import { act, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { redirectTo } from '#web/lib/url/navigation.ts'
import { clearSession, readToken, readUser } from '#web/lib/http/session.ts'
import { mockRoute, errorReply } from '#web/test/mock-api.ts'
import { renderRoute } from '#web/test/render-route.tsx'
import { wireUser } from '#web/test/user-factory.ts'

vi.mock('#web/lib/url/navigation.ts', () => ({ redirectTo: vi.fn<(path: string) => void>() }))

beforeEach(() => vi.mocked(redirectTo).mockReset())

const username = () => screen.getByLabelText<HTMLInputElement>('Username')
const password = () => screen.getByLabelText<HTMLInputElement>('Password')
const button = () => screen.getByRole('button', { name: /^(Login|Loading)$/ })
const openLogin = (address = '/login') => renderRoute(address, { user: null })

const success = { data: { status: true as const, token: 't0ken', ...wireUser() } }

test('[LOGIN-01] [LOGIN-02] [LOGIN-03] [LOGIN-04] [ROUTE-01] the page has a logo, heading, tagline, two fields and the button', async () => {
  await openLogin()
  expect(await screen.findByRole('heading', { name: 'Login', level: 1 })).toBeTruthy()
  expect(screen.getByText('Terrace')).toBeTruthy()
  expect(screen.getByText('One connection. A world of events.')).toBeTruthy()
  expect(username().type).toBe('text')
  expect(password().type).toBe('password')
  expect(button().textContent).toBe('Login')
})

test('[LOGIN-10] the page title is the brand alone', async () => {
  document.title = 'something else'
  await openLogin()
  await screen.findByRole('heading', { name: 'Login' })
  expect(document.title).toBe('Terrace')
})

test('[LOGIN-12] [LOGIN-13] a successful login stores the token and user data and reloads to home', async () => {
  mockRoute(accountsRoutes.logIn, () => success)
  await openLogin()
  await userEvent.type(await screen.findByLabelText('Username'), 'buyer')
  await userEvent.type(password(), 'terrace-demo{Enter}')
  await vi.waitFor(() => expect(redirectTo).toHaveBeenCalledExactlyOnceWith('/'))
  expect(readToken()).toBe('t0ken')
  expect(readUser()).toMatchObject({ firstname: 'Jane', team_data: { name: 'Harbour Box Office' } })
})

test('a successful login returns the browser to the page that required it', async () => {
  mockRoute(accountsRoutes.logIn, () => success)
  await openLogin('/login?next=%2Ftickets%2Farsenal-v-chelsea%2F17%3Fquantity%3D2')
  await userEvent.type(await screen.findByLabelText('Username'), 'buyer')
  await userEvent.type(password(), 'terrace-demo{Enter}')
  await vi.waitFor(() =>
    expect(redirectTo).toHaveBeenCalledExactlyOnceWith('/tickets/arsenal-v-chelsea/17?quantity=2'),
  )
})

test('[LOGIN-11] [LOGIN-17] the request contains only the trimmed username and the unmodified password', async () => {
  const requests = mockRoute(accountsRoutes.logIn, () => success)
  await openLogin()
  await userEvent.type(await screen.findByLabelText('Username'), '  buyer ')
  await userEvent.type(password(), ' secret {Enter}')
  await vi.waitFor(() => expect(requests).toHaveLength(1))
  expect(requests[0]?.body).toEqual({ username: 'buyer', password: ' secret ' })
})

test('[LOGIN-05] while submitting the button is disabled and reads "Loading"; a second Enter sends nothing', async () => {
  let release: (value: typeof success) => void = () => undefined
  const requests = mockRoute(accountsRoutes.logIn, () => new Promise((resolve) => (release = resolve)))
  await openLogin()
  await userEvent.type(await screen.findByLabelText('Username'), 'buyer')
  await userEvent.type(password(), 'terrace-demo{Enter}')
  await vi.waitFor(() => expect(button().textContent).toBe('Loading'))
  expect(button().getAttribute('aria-disabled')).toBe('true')
  await userEvent.type(password(), '{Enter}')
  await userEvent.click(button())
  await vi.waitFor(() => expect(requests).toHaveLength(1))
  release(success)
  await vi.waitFor(() => expect(redirectTo).toHaveBeenCalled())
  expect(requests).toHaveLength(1)
})

test('[LOGIN-14] [LOGIN-15] [LOGIN-16] a failure shows errors.title below the fields, marks both and allows a retry', async () => {
  mockRoute(accountsRoutes.logIn, () => errorReply(422, 'The username or password is incorrect'))
  await openLogin()
  await userEvent.type(await screen.findByLabelText('Username'), 'buyer')
  await userEvent.type(password(), 'wrong{Enter}')
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toBe('The username or password is incorrect')
  expect(alert.className).toContain('text-danger')
  expect(password().compareDocumentPosition(alert) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy()
  for (const field of [username(), password()]) {
    expect(field.getAttribute('aria-invalid')).toBe('true')
    expect(field.parentElement?.className).toContain('border-danger')
  }
  expect(button().textContent).toBe('Login')
  expect(button().getAttribute('aria-disabled')).toBeNull()
  // The input is kept, and the next keystroke clears the error mark.
  expect(username().value).toBe('buyer')
  expect(password().value).toBe('wrong')
  await userEvent.type(password(), '2')
  expect(screen.queryByRole('alert')).toBeNull()
  expect(username().getAttribute('aria-invalid')).toBeNull()
})

test('[LOGIN-18] [LOGIN-19] [LOGIN-20] [LOGIN-21] an empty field shows its error on blur, not before', async () => {
  await openLogin()
  await userEvent.click(await screen.findByLabelText('Username'))
  expect(screen.queryByText('Username is required')).toBeNull()
  await userEvent.tab()
  expect(screen.getByText('Username is required')).toBeTruthy()
  expect(screen.queryByText('Password is required')).toBeNull()
  await userEvent.tab()
  expect(screen.getByText('Password is required')).toBeTruthy()
})

test('[LOGIN-17] a whitespace-only username counts as empty', async () => {
  await openLogin()
  await userEvent.type(await screen.findByLabelText('Username'), '   ')
  await userEvent.tab()
  expect(screen.getByText('Username is required')).toBeTruthy()
})

test('submitting empty fields sends nothing, shows both errors and focuses the first field', async () => {
  const requests = mockRoute(accountsRoutes.logIn, () => success)
  await openLogin()
  await screen.findByLabelText('Username')
  await userEvent.click(button())
  expect(screen.getByText('Username is required')).toBeTruthy()
  expect(screen.getByText('Password is required')).toBeTruthy()
  expect(document.activeElement).toBe(username())
  expect(requests).toHaveLength(0)
})

test('[LOGIN-22] [LOGIN-23] a valid field has a check icon; a focused field with text has a clear button', async () => {
  await openLogin()
  await userEvent.type(await screen.findByLabelText('Username'), 'buyer')
  expect(screen.getAllByRole('img', { name: 'Valid' })).toHaveLength(1)
  await userEvent.click(screen.getByRole('button', { name: 'Clear Username' }))
  expect(username().value).toBe('')
  expect(screen.queryByRole('img', { name: 'Valid' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Clear Username' })).toBeNull()
})

test('[LOGIN-06] "Forgot password" links to /forgot-password', async () => {
  const router = await openLogin()
  const link = await screen.findByRole('link', { name: 'Forgot password' })
  expect(link.getAttribute('href')).toBe('/forgot-password')
  await userEvent.click(link)
  await vi.waitFor(() => expect(router.state.location.pathname).toBe('/forgot-password'))
})

test('[LOGIN-07] "Sign up now" follows "Don\'t have an account?" and links to /signup', async () => {
  await openLogin()
  const invitation = within(await screen.findByRole('region', { name: 'Sign up' }))
  expect(invitation.getByText("Don't have an account?")).toBeTruthy()
  expect(invitation.getByRole('link', { name: 'Sign up now' }).getAttribute('href')).toBe('/signup')
})

test('[LOGIN-08] the loading page replaces the login form between success and home', async () => {
  mockRoute(accountsRoutes.logIn, () => success)
  await openLogin()
  await userEvent.type(await screen.findByLabelText('Username'), 'buyer')
  expect(screen.queryByRole('progressbar')).toBeNull()
  await userEvent.type(password(), 'terrace-demo{Enter}')
  expect(await screen.findByRole('progressbar', { name: 'Loading' })).toBeTruthy()
  expect(screen.queryByRole('heading', { name: 'Login' })).toBeNull()
  expect(screen.queryByLabelText('Password')).toBeNull()
})

test('[LOGIN-09] the progress bar fills in two seconds', async () => {
  const styles = await readFile(`${import.meta.dirname}/../../../styles/motion.css`, 'utf8')
  expect(/--animate-fill: fill (\S+) /.exec(styles)?.[1]).toBe('2s')
  mockRoute(accountsRoutes.logIn, () => success)
  await openLogin()
  await userEvent.type(await screen.findByLabelText('Username'), 'buyer')
  await userEvent.type(password(), 'terrace-demo{Enter}')
  const bar = await screen.findByRole('progressbar', { name: 'Loading' })
  expect(bar.firstElementChild?.className).toContain('animate-fill')
})

test('returning to the loading page with browser back continues to home', async () => {
  mockRoute(accountsRoutes.logIn, () => success)
  await openLogin('/login?next=%2Fsearch')
  await userEvent.type(await screen.findByLabelText('Username'), 'buyer')
  await userEvent.type(password(), 'terrace-demo{Enter}')
  await screen.findByRole('progressbar', { name: 'Loading' })
  vi.mocked(redirectTo).mockReset()
  act(() => void window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))
  expect(redirectTo).toHaveBeenCalledExactlyOnceWith('/search')
  clearSession()
  act(() => void window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))
  expect(await screen.findByRole('heading', { name: 'Login' })).toBeTruthy()
})
