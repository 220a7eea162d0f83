import { handoverRoutes, type HandoverQuestion } from '@terrace/contracts/handover'
import { secondFactorRoutes } from '@terrace/contracts/second-factor'
import { act, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { setEnv } from '#web/lib/env.ts'
import { readToken, readUser, storeSession } from '#web/lib/http/session.ts'
import { mockRoute, errorReply } from '#web/test/mock-api.ts'
import { testEnv, useTestEnv } from '#web/test/test-env.ts'
import { visit } from '#web/test/visit.ts'
import { replaceAndReload } from './replace-and-reload.ts'
import { runHandover } from './handover-gate.tsx'

vi.mock('./replace-and-reload.ts')

const setRedirectCookie = () => {
  document.cookie = 'handover_redirect=%2Fsearch%3Fq%3Dx; path=/'
}

beforeEach(() => {
  useTestEnv()
  setRedirectCookie()
})

const wireUser = {
  id: 'usr_1',
  username: 'sam',
  firstname: 'Sam',
  lastname: 'Lee',
  email: 'sam@example.test',
  role: 'buyer' as const,
  account_info: { firstname: 'Sam', surname: 'Lee', country_code: '+44', phone: '2079460000' },
  team_data: { id: 'tm_1', name: 'Harbour', email: 'team@example.test' },
  base_currency: 'GBP',
  '{product}_user': true,
  intercom_hash: '',
}
const redeemed = {
  data: { status: true as const, token: 'new-token', redirect: '/search?q=x', ...wireUser },
}

const question: HandoverQuestion = {
  confirm: 'c0nfirm',
  issuer: 'Harbour Exchange',
  from: { username: 'buyer', name: 'Jane Miller', team: 'Northgate' },
  to: { username: 'sam', name: 'Sam Lee', team: 'Harbour' },
}
const confirmationRequired = (details: Partial<HandoverQuestion> = {}) =>
  errorReply(409, 'Choose which account to use', 'handover.other_user', {
    handover: { ...question, ...details },
  })

/** Opens the page as after a redirect and returns whether the application is shown. */
async function openPage() {
  const onDone = vi.fn<() => void>()
  const page = await runHandover(onDone)
  if (page !== undefined) render(page)
  return { onDone, isApplication: page === undefined }
}

const isCookieThere = () => document.cookie.includes('handover_redirect=')

test('[HANDOVER-01] [HANDOVER-02] [HANDOVER-03] [HANDOVER-04] stores the session, removes the cookie, cleans the URL and reloads', async () => {
  const requests = mockRoute(handoverRoutes.redeem, () => redeemed)
  await openPage()
  expect(readToken()).toBe('new-token')
  expect(readUser()).toMatchObject({ id: 'usr_1', username: 'sam' })
  expect(readUser()).not.toHaveProperty('redirect')
  expect(isCookieThere()).toBe(false)
  expect(replaceAndReload).toHaveBeenCalledExactlyOnceWith('/search?q=x')
  expect(await screen.findByRole('progressbar', { name: 'Loading' })).toBeTruthy()
  expect(requests.map(({ body }) => body)).toEqual([{}])
})

test('[HANDOVER-05] the seller level is never stored', async () => {
  mockRoute(handoverRoutes.redeem, () => ({
    data: { ...redeemed.data, seller_level: 5, tx_pay_info: { secret: 1 } },
  }))
  await openPage()
  expect(JSON.stringify(readUser())).not.toMatch(/seller_level|tx_pay_info/)
  expect(readToken()).toBe('new-token')
})

test('[HANDOVER-01] with only one of the cookies the application opens as usual', async () => {
  mockRoute(handoverRoutes.redeem, () => ({ data: { status: false as const } }))
  expect((await openPage()).isApplication).toBe(true)
  expect(readToken()).toBeNull()
  expect(replaceAndReload).not.toHaveBeenCalled()
  // The cookie is still gone after the next load.
  expect(isCookieThere()).toBe(false)
})

test('a redirect cookie of this path or a parent domain is also removed', async () => {
  mockRoute(handoverRoutes.redeem, () => ({ data: { status: false as const } }))
  visit('https://a.desk.example/tickets/x/7')
  setRedirectCookie()
  const set = vi.spyOn(document, 'cookie', 'set')
  await openPage()
  const written = set.mock.calls.map(([text]) => text)
  expect(written).toContain('handover_redirect=; max-age=0; path=/')
  expect(written).toContain('handover_redirect=; max-age=0; path=/tickets; domain=desk.example')
  expect(written).toContain('handover_redirect=; max-age=0; path=/tickets/x/7/; domain=a.desk.example')
})

test.each(['//evil.example', 'https://evil.example/', '/login'])(
  'a redirect target of %s leads home, even if the server accepts it',
  async (redirect) => {
    mockRoute(handoverRoutes.redeem, () => ({ data: { ...redeemed.data, redirect } }))
    await openPage()
    expect(replaceAndReload).toHaveBeenCalledExactlyOnceWith('/')
  },
)

test('another logged-in user must confirm before the account switches', async () => {
  storeSession('old-token', { username: 'buyer' })
  const requests = mockRoute(handoverRoutes.redeem, ({ body }) =>
    JSON.stringify(body) === '{"confirm":"c0nfirm"}' ? redeemed : confirmationRequired(),
  )
  await openPage()
  expect(await screen.findByRole('heading', { name: 'Switch account?', level: 1 })).toBeTruthy()
  expect(document.title).toBe('Switch account? · Terrace')
  expect(screen.getByText('Jane Miller').parentElement?.textContent).toBe(
    'You are logged in as Jane Miller (buyer, Northgate). Harbour Exchange wants to log you in as Sam Lee (sam, Harbour).',
  )
  expect(readToken()).toBe('old-token')
  expect(requests[0]?.headers.get('authorization')).toBe('Bearer old-token')

  await userEvent.tab()
  await userEvent.keyboard('{Enter}')
  await vi.waitFor(() => expect(replaceAndReload).toHaveBeenCalledExactlyOnceWith('/search?q=x'))
  expect(readToken()).toBe('new-token')
  expect(requests).toHaveLength(2)
})

test('an account with a second factor proves it before the session is stored, then continues at the target', async () => {
  const expires_at = new Date(Date.now() + 600_000).toISOString()
  mockRoute(handoverRoutes.redeem, () => ({
    data: {
      status: false as const,
      second_factor: { token: 'pending', expires_at, methods: ['totp' as const] },
      redirect: '/search?q=x',
    },
  }))
  const { redirect: _, ...session } = redeemed.data
  const proofs = mockRoute(secondFactorRoutes.prove, () => ({ data: session }))
  await openPage()
  expect(await screen.findByRole('heading', { name: 'Confirm it’s you', level: 1 })).toBeTruthy()
  expect(isCookieThere()).toBe(false)
  expect(readToken()).toBeNull()
  await userEvent.type(await screen.findByRole('textbox'), '123456')
  await userEvent.keyboard('{Enter}')
  await vi.waitFor(() => expect(replaceAndReload).toHaveBeenCalledExactlyOnceWith('/search?q=x'))
  expect(proofs[0]?.body).toMatchObject({ token: 'pending', method: 'totp', code: '123456' })
  expect(readToken()).toBe('new-token')
})

test('leaving the second factor of a handover keeps the session', async () => {
  storeSession('old-token', { username: 'buyer' })
  const expires_at = new Date(Date.now() + 600_000).toISOString()
  mockRoute(handoverRoutes.redeem, () => ({
    data: {
      status: false as const,
      second_factor: { token: 'pending', expires_at, methods: ['totp' as const] },
    },
  }))
  const { onDone } = await openPage()
  await userEvent.click(await screen.findByRole('button', { name: 'Stay logged in' }))
  expect(onDone).toHaveBeenCalledOnce()
  expect(readToken()).toBe('old-token')
})

test('declining discards the code, keeps the session and shows the application', async () => {
  storeSession('old-token', { username: 'buyer' })
  mockRoute(handoverRoutes.redeem, () => confirmationRequired())
  const declined = mockRoute(handoverRoutes.decline, () => ({ data: { status: true } }))
  const { onDone } = await openPage()
  await userEvent.tab()
  await userEvent.tab()
  expect(document.activeElement?.textContent).toBe('Stay logged in as Jane Miller')
  await userEvent.keyboard('{Enter}')
  await vi.waitFor(() => expect(onDone).toHaveBeenCalledOnce())
  expect(declined).toHaveLength(1)
  expect(readToken()).toBe('old-token')
  expect(isCookieThere()).toBe(false)
  expect(replaceAndReload).not.toHaveBeenCalled()
})

test('a token that is not bound to this browser needs confirmation, even when logged out', async () => {
  mockRoute(handoverRoutes.redeem, () => confirmationRequired({ from: null }))
  await openPage()
  expect(await screen.findByRole('heading', { name: 'Log in?' })).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Don’t log in' })).toBeTruthy()
})

test('a confirmation after expiry shows an error and a link to start again', async () => {
  let calls = 0
  mockRoute(handoverRoutes.redeem, () =>
    (calls += 1) === 1
      ? confirmationRequired()
      : errorReply(422, 'This took too long', 'handover.expired', {
          restart: '/handover/start?issuer=harbour',
        }),
  )
  await openPage()
  await userEvent.click(await screen.findByRole('button', { name: 'Continue as Sam Lee' }))
  expect((await screen.findByRole('alert')).textContent).toBe('This took too long')
  expect(screen.getByRole('link', { name: 'Try again' }).getAttribute('href')).toBe(
    '/handover/start?issuer=harbour',
  )
  expect(readToken()).toBeNull()
})

test.each([
  ['handover.rejected', 422],
  ['handover.issuer_silent', 503],
] as const)('%s shows an error with a way to continue', async (code, status) => {
  mockRoute(handoverRoutes.redeem, () => errorReply(status, 'Words of the server', code))
  const { onDone } = await openPage()
  expect((await screen.findByRole('alert')).textContent).toBe('Words of the server')
  expect(screen.queryByRole('link', { name: 'Try again' })).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Go to login' }))
  expect(onDone).toHaveBeenCalledOnce()
  // A failing page must not fail on every load.
  expect(isCookieThere()).toBe(false)
})

test('a handover that did not start in this browser is ignored', async () => {
  mockRoute(handoverRoutes.redeem, () =>
    errorReply(422, 'This handover did not begin', 'handover.not_started'),
  )
  expect((await openPage()).isApplication).toBe(true)
  expect(isCookieThere()).toBe(false)
})

test('a malformed cookie means no token and is logged', async () => {
  const error = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  mockRoute(handoverRoutes.redeem, () => errorReply(422, 'Could not be read', 'handover.unreadable'))
  expect((await openPage()).isApplication).toBe(true)
  expect(error).toHaveBeenCalledExactlyOnceWith('Failed to parse cookie token:', expect.any(Error))
  expect(readToken()).toBeNull()
})

test('a quote page ignores handovers', async () => {
  const requests = mockRoute(handoverRoutes.redeem, () => redeemed)
  setEnv({ ...testEnv, site_origins: ['https://desk.example'] })
  expect((await openPage()).isApplication).toBe(true)
  expect(requests).toEqual([])
})

test('both buttons are disabled while the request runs', async () => {
  let release: (() => void) | undefined
  const requests = mockRoute(handoverRoutes.redeem, async () => {
    if (requests.length === 1) return confirmationRequired()
    await new Promise<void>((done) => {
      release = done
    })
    return redeemed
  })
  await openPage()
  const accept = await screen.findByRole('button', { name: 'Continue as Sam Lee' })
  await userEvent.click(accept)
  await userEvent.click(screen.getByRole('button', { name: 'Loading' }))
  await userEvent.click(screen.getByRole('button', { name: 'Stay logged in as Jane Miller' }))
  await vi.waitFor(() => expect(requests).toHaveLength(2))
  await act(async () => release?.())
  await vi.waitFor(() => expect(replaceAndReload).toHaveBeenCalledOnce())
  expect(requests).toHaveLength(2)
})
