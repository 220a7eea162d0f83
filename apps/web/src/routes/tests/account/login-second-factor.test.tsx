import { accountsRoutes } from '@terrace/contracts/accounts'
import type { SecondFactorMethod } from '@terrace/contracts/factors'
import { secondFactorRoutes } from '@terrace/contracts/second-factor'
import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { redirectTo } from '#web/lib/url/navigation.ts'
import { readToken } from '#web/lib/http/session.ts'
import { errorReply, mockRoute } from '#web/test/mock-api.ts'
import { fakePasskeys, passkeyResponse } from '#web/test/fakes/fake-passkeys.ts'
import { renderRoute } from '#web/test/render-route.tsx'
import { wireUser } from '#web/test/user-factory.ts'

vi.mock('#web/lib/url/navigation.ts', () => ({ redirectTo: vi.fn<(path: string) => void>() }))
vi.mock(
  '@simplewebauthn/browser',
  async () => (await import('#web/test/fakes/fake-passkeys.ts')).passkeyLibrary,
)

beforeEach(() => vi.mocked(redirectTo).mockReset())

const success = { data: { status: true as const, token: 't0ken', ...wireUser() } }

function mockPrompt(methods: SecondFactorMethod[]) {
  mockRoute(accountsRoutes.logIn, () => ({
    data: {
      status: false as const,
      second_factor: { token: 'half', expires_at: '2031-02-03T12:10:00.000Z', methods },
    },
  }))
}

async function enterPassword() {
  await renderRoute('/login?next=%2Fcheckout', { user: null })
  await userEvent.type(await screen.findByLabelText('Username'), 'buyer')
  await userEvent.type(screen.getByLabelText('Password'), 'terrace-demo{Enter}')
  await screen.findByRole('heading', { name: 'Confirm it’s you', level: 1 })
}

test('after the password, the login asks for the code of the authenticator app', async () => {
  mockPrompt(['totp', 'recovery_code'])
  const requests = mockRoute(secondFactorRoutes.prove, () => success)
  await enterPassword()
  expect(readToken()).toBeNull()
  const code = await screen.findByLabelText<HTMLInputElement>('Code')
  await vi.waitFor(() => expect(document.activeElement).toBe(code))
  expect([code.inputMode, code.autocomplete]).toEqual(['numeric', 'one-time-code'])
  await userEvent.type(code, '123{Enter}')
  expect(screen.getByText('Enter the six digits of your authenticator app')).toBeTruthy()
  expect(requests).toEqual([])
  await userEvent.type(code, ' 456{Enter}')
  await vi.waitFor(() => expect(redirectTo).toHaveBeenCalledExactlyOnceWith('/checkout'))
  expect(requests.map(({ body }) => body)).toEqual([{ token: 'half', method: 'totp', code: '123 456' }])
  expect(readToken()).toBe('t0ken')
})

test('a wrong code shows the error and keeps the step; a recovery code works instead', async () => {
  mockPrompt(['totp', 'recovery_code'])
  const title = 'This code is incorrect or was already used'
  const requests = mockRoute(secondFactorRoutes.prove, ({ body }) =>
    body.method === 'totp' ? errorReply(422, title, 'factor.rejected') : success,
  )
  await enterPassword()
  await userEvent.type(await screen.findByLabelText('Code'), '123456{Enter}')
  expect((await screen.findByRole('alert')).textContent).toBe(title)
  await userEvent.click(screen.getByRole('button', { name: 'Use a recovery code' }))
  expect(screen.queryByRole('alert')).toBeNull()
  const code = 'abcd-efgh-ijkl-mnop-qrst-uvwx'
  await userEvent.type(await screen.findByLabelText('Recovery code'), `${code}{Enter}`)
  await vi.waitFor(() => expect(redirectTo).toHaveBeenCalledOnce())
  expect(requests.at(-1)?.body).toEqual({ token: 'half', method: 'recovery_code', code })
})

test('a passkey completes the login', async () => {
  fakePasskeys()
  mockPrompt(['passkey', 'recovery_code'])
  const challenges = mockRoute(secondFactorRoutes.passkeyLogin, () => ({
    data: {
      token: 'half',
      options: { challenge: 'c', rpId: 'localhost', timeout: 1, userVerification: 'required' as const },
    },
  }))
  const requests = mockRoute(secondFactorRoutes.prove, () => success)
  await enterPassword()
  await userEvent.click(await screen.findByRole('button', { name: 'Use passkey' }))
  await vi.waitFor(() => expect(redirectTo).toHaveBeenCalledOnce())
  expect(challenges.map(({ body }) => body)).toEqual([{ token: 'half' }])
  expect(requests.map(({ body }) => body)).toEqual([
    { token: 'half', method: 'passkey', credential: passkeyResponse },
  ])
})

test('without passkeys in the browser, the other methods are offered', async () => {
  mockPrompt(['passkey', 'totp'])
  await enterPassword()
  expect(await screen.findByLabelText('Code')).toBeTruthy()
  expect(screen.queryByRole('button', { name: /passkey/ })).toBeNull()
})

test('a passkey alone logs in from the login page', async () => {
  fakePasskeys()
  mockRoute(secondFactorRoutes.passkeyLogin, () => ({
    data: {
      token: 'alone',
      options: { challenge: 'c', rpId: 'localhost', timeout: 1, userVerification: 'required' as const },
    },
  }))
  const requests = mockRoute(secondFactorRoutes.prove, () => success)
  await renderRoute('/login', { user: null })
  await userEvent.click(await screen.findByRole('button', { name: 'Log in with a passkey' }))
  await vi.waitFor(() => expect(redirectTo).toHaveBeenCalledExactlyOnceWith('/'))
  expect(requests.map(({ body }) => body)).toEqual([
    { token: 'alone', method: 'passkey', credential: passkeyResponse },
  ])
})

test('a passkey that the user does not choose shows what to do', async () => {
  fakePasskeys('NotAllowedError')
  mockRoute(secondFactorRoutes.passkeyLogin, () => ({
    data: {
      token: 'alone',
      options: { challenge: 'c', rpId: 'localhost', timeout: 1, userVerification: 'required' as const },
    },
  }))
  await renderRoute('/login', { user: null })
  await userEvent.click(await screen.findByRole('button', { name: 'Log in with a passkey' }))
  expect((await screen.findByRole('alert')).textContent).toBe('No passkey was chosen. Try again.')
})

test('an expired login leads back to the password', async () => {
  mockPrompt(['totp'])
  mockRoute(secondFactorRoutes.prove, () =>
    errorReply(422, 'This login has expired. Log in again', 'account.login_expired'),
  )
  await enterPassword()
  await userEvent.type(await screen.findByLabelText('Code'), '123456{Enter}')
  expect((await screen.findByRole('alert')).textContent).toBe('This login has expired. Log in again')
  await userEvent.click(screen.getByRole('button', { name: 'Back to login' }))
  expect(await screen.findByLabelText('Username')).toBeTruthy()
})
