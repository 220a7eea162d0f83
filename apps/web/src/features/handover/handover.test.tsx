import { handoverRoutes, type HandoverQuestion } from '@terrace/contracts/handover'
import { act, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { setEnv } from '#web/lib/env.ts'
import { readToken, readUser, storeSession } from '#web/lib/session.ts'
import { answer, fail } from '#web/test/api-server.ts'
import { testEnv, useTestEnv } from '#web/test/test-env.ts'
import { reloadAt } from './reload-at.ts'
import { takeOver } from './take-over.tsx'

vi.mock('./reload-at.ts')

beforeEach(() => {
  useTestEnv()
  document.cookie = 'handover_redirect=%2Fsearch%3Fq%3Dx; path=/'
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
const asks = (details: Partial<HandoverQuestion> = {}) =>
  fail(409, 'Please confirm who you want to be here', 'handover.other_user', {
    handover: { ...question, ...details },
  })

/** What the page does that somebody was sent to; answers whether the application is shown as ever. */
async function arrive() {
  const onDone = vi.fn<() => void>()
  const page = await takeOver(onDone)
  if (page !== undefined) render(page)
  return { onDone, isApplication: page === undefined }
}

const isCookieThere = () => document.cookie.includes('handover_redirect=')

test('[HANDOVER-01] [HANDOVER-02] [HANDOVER-03] [HANDOVER-04] the session is stored, the cookie removed, the address cleaned and the page loaded again', async () => {
  const requests = answer(handoverRoutes.redeem, () => redeemed)
  await arrive()
  expect(readToken()).toBe('new-token')
  expect(readUser()).toMatchObject({ id: 'usr_1', username: 'sam' })
  expect(readUser()).not.toHaveProperty('redirect')
  expect(isCookieThere()).toBe(false)
  expect(reloadAt).toHaveBeenCalledExactlyOnceWith('/search?q=x')
  expect(await screen.findByRole('progressbar', { name: 'Loading' })).toBeTruthy()
  expect(requests.map(({ body }) => body)).toEqual([{}])
})

test('[HANDOVER-05] a seller level is never stored, whatever the answer holds', async () => {
  answer(handoverRoutes.redeem, () => ({
    data: { ...redeemed.data, seller_level: 5, tx_pay_info: { secret: 1 } },
  }))
  await arrive()
  expect(JSON.stringify(readUser())).not.toMatch(/seller_level|tx_pay_info/)
  expect(readToken()).toBe('new-token')
})

test('[HANDOVER-01] where the server finds only one of the cookies nothing happens, and the page is the application', async () => {
  answer(handoverRoutes.redeem, () => ({ data: { status: false as const } }))
  expect((await arrive()).isApplication).toBe(true)
  expect(readToken()).toBeNull()
  expect(reloadAt).not.toHaveBeenCalled()
  // Nor at the next load.
  expect(isCookieThere()).toBe(false)
})

test('a redirect cookie for this path and a parent domain goes as well', async () => {
  answer(handoverRoutes.redeem, () => ({ data: { status: false as const } }))
  const set = vi.spyOn(document, 'cookie', 'set')
  const { hostname, pathname, origin, protocol } = new URL('https://a.desk.example/tickets/x/7')
  vi.stubGlobal('location', { hostname, pathname, origin, protocol })
  await arrive()
  const written = set.mock.calls.map(([text]) => text)
  expect(written).toContain('handover_redirect=; max-age=0; path=/')
  expect(written).toContain('handover_redirect=; max-age=0; path=/tickets; domain=desk.example')
  expect(written).toContain('handover_redirect=; max-age=0; path=/tickets/x/7/; domain=a.desk.example')
})

test.each(['//evil.example', 'https://evil.example/', '/login'])(
  'a target of %s leads home, even if the server had let it through',
  async (redirect) => {
    answer(handoverRoutes.redeem, () => ({ data: { ...redeemed.data, redirect } }))
    await arrive()
    expect(reloadAt).toHaveBeenCalledExactlyOnceWith('/')
  },
)

test('where somebody else is logged in nobody is swapped before they say so', async () => {
  storeSession('old-token', { username: 'buyer' })
  const requests = answer(handoverRoutes.redeem, ({ body }) =>
    JSON.stringify(body) === '{"confirm":"c0nfirm"}' ? redeemed : asks(),
  )
  await arrive()
  expect(await screen.findByRole('heading', { name: 'Switch account?', level: 1 })).toBeTruthy()
  expect(document.title).toBe('Switch account? · Terrace')
  expect(screen.getByText('Jane Miller').parentElement?.textContent).toBe(
    'You are logged in as Jane Miller (buyer, Northgate). Harbour Exchange has sent you here as Sam Lee (sam, Harbour).',
  )
  expect(readToken()).toBe('old-token')
  expect(requests[0]?.headers.get('authorization')).toBe('Bearer old-token')

  await userEvent.tab()
  await userEvent.keyboard('{Enter}')
  await vi.waitFor(() => expect(reloadAt).toHaveBeenCalledExactlyOnceWith('/search?q=x'))
  expect(readToken()).toBe('new-token')
  expect(requests).toHaveLength(2)
})

test('who stays is who they were: the code is given up and the application shown', async () => {
  storeSession('old-token', { username: 'buyer' })
  answer(handoverRoutes.redeem, () => asks())
  const declined = answer(handoverRoutes.decline, () => ({ data: { status: true } }))
  const { onDone } = await arrive()
  await userEvent.tab()
  await userEvent.tab()
  expect(document.activeElement?.textContent).toBe('Stay logged in as Jane Miller')
  await userEvent.keyboard('{Enter}')
  await vi.waitFor(() => expect(onDone).toHaveBeenCalledOnce())
  expect(declined).toHaveLength(1)
  expect(readToken()).toBe('old-token')
  expect(isCookieThere()).toBe(false)
  expect(reloadAt).not.toHaveBeenCalled()
})

test('a token that nothing binds to this browser is asked about, though nobody is logged in', async () => {
  answer(handoverRoutes.redeem, () => asks({ from: null }))
  await arrive()
  expect(await screen.findByRole('heading', { name: 'Log in?' })).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Do not log in' })).toBeTruthy()
})

test('a question that was answered too late says so, and leads back to the beginning', async () => {
  let calls = 0
  answer(handoverRoutes.redeem, () =>
    (calls += 1) === 1
      ? asks()
      : fail(422, 'This took too long', 'handover.expired', { restart: '/handover/start?issuer=harbour' }),
  )
  await arrive()
  await userEvent.click(await screen.findByRole('button', { name: 'Continue as Sam Lee' }))
  expect((await screen.findByRole('alert')).textContent).toBe('This took too long')
  expect(screen.getByRole('link', { name: 'Try again' }).getAttribute('href')).toBe(
    '/handover/start?issuer=harbour',
  )
  expect(readToken()).toBeNull()
})

test.each([
  ['handover.refused', 422],
  ['handover.issuer_silent', 503],
])('%s is told, and the way on is open', async (code, status) => {
  answer(handoverRoutes.redeem, () => fail(status, 'Words of the server', code))
  const { onDone } = await arrive()
  expect((await screen.findByRole('alert')).textContent).toBe('Words of the server')
  expect(screen.queryByRole('link', { name: 'Try again' })).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Go to login' }))
  expect(onDone).toHaveBeenCalledOnce()
  // A page that fails must not fail at every load.
  expect(isCookieThere()).toBe(false)
})

test('a handover that did not begin here is ignored: somebody else has put its cookies there', async () => {
  answer(handoverRoutes.redeem, () => fail(422, 'This handover did not begin', 'handover.not_begun'))
  expect((await arrive()).isApplication).toBe(true)
  expect(isCookieThere()).toBe(false)
})

test('a cookie that is no JSON means no token, and the console says so', async () => {
  const error = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  answer(handoverRoutes.redeem, () => fail(422, 'Could not be read', 'handover.unreadable'))
  expect((await arrive()).isApplication).toBe(true)
  expect(error).toHaveBeenCalledExactlyOnceWith('Failed to parse cookie token:', expect.any(Error))
  expect(readToken()).toBeNull()
})

test('a quote page takes nothing over', async () => {
  const requests = answer(handoverRoutes.redeem, () => redeemed)
  setEnv({ ...testEnv, site_origins: ['https://desk.example'] })
  expect((await arrive()).isApplication).toBe(true)
  expect(requests).toEqual([])
})

test('while the server is asked neither answer can be given again', async () => {
  let release: (() => void) | undefined
  const requests = answer(handoverRoutes.redeem, async () => {
    if (requests.length === 1) return asks()
    await new Promise<void>((done) => {
      release = done
    })
    return redeemed
  })
  await arrive()
  const accept = await screen.findByRole('button', { name: 'Continue as Sam Lee' })
  await userEvent.click(accept)
  await userEvent.click(screen.getByRole('button', { name: 'Loading' }))
  await userEvent.click(screen.getByRole('button', { name: 'Stay logged in as Jane Miller' }))
  await vi.waitFor(() => expect(requests).toHaveLength(2))
  await act(async () => release?.())
  await vi.waitFor(() => expect(reloadAt).toHaveBeenCalledOnce())
  expect(requests).toHaveLength(2)
})
