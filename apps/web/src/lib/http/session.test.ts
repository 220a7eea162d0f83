import { expect, test, vi } from 'vitest'
import { visit } from '#web/test/visit.ts'
import { clearSession, isLoggedIn, readToken, readUser, storeSession } from './session.ts'

const cookie = (name: string) => {
  const pair = document.cookie.split('; ').find((item) => item.startsWith(`${name}=`))
  return pair === undefined ? null : decodeURIComponent(pair.slice(name.length + 1))
}

function written(action: () => void): string[] {
  const set = vi.spyOn(document, 'cookie', 'set')
  action()
  const texts = set.mock.calls.map(([text]) => text)
  set.mockRestore()
  return texts
}

test('[SESSION-01] the cookie authTokens holds the JSON-encoded token', () => {
  storeSession('t0ken', {})
  expect(cookie('authTokens')).toBe('"t0ken"')
  expect(readToken()).toBe('t0ken')
})

test('[SESSION-02] the cookie authData holds the user data as JSON', () => {
  storeSession('t', { username: 'jané; =', id: 'usr_1' })
  expect(JSON.parse(cookie('authData') ?? '')).toEqual({ username: 'jané; =', id: 'usr_1' })
  expect(readUser()).toEqual({ username: 'jané; =', id: 'usr_1' })
})

test('[SESSION-02] user data too long for a cookie is reduced to identity and currency', () => {
  storeSession('t', { id: 'usr_1', firstname: 'Ann' })
  const name = '漢'.repeat(100)
  const user = {
    id: 'usr_2',
    username: 'ben',
    firstname: name,
    lastname: name,
    email: 'ben@example.test',
    base_currency: 'EUR',
  }
  storeSession('t', {
    ...user,
    account_info: { firstname: name, surname: name },
    team_data: { id: 'tm_2', name: `${name} ${name}` },
  })
  expect(`authData=${encodeURIComponent(cookie('authData') ?? '')}`.length).toBeLessThanOrEqual(4096)
  expect(readUser()).toEqual({
    id: 'usr_2',
    username: 'ben',
    firstname: name,
    lastname: name,
    base_currency: 'EUR',
    team_data: { id: 'tm_2' },
  })
})

test('[SESSION-03] [SESSION-04] both cookies are for the whole site and end with the browser', () => {
  const texts = written(() => storeSession('t', { id: 'usr_1' }))
  expect(texts.map((text) => text.split('=')[0])).toEqual(['authTokens', 'authData'])
  for (const text of texts) {
    expect(text).toContain('; path=/')
    expect(text).not.toMatch(/expires|max-age/i)
  }
})

test('[X-SESSION-03] both cookies are SameSite=Lax, and Secure only on https', () => {
  for (const text of written(() => storeSession('t', {}))) {
    expect(text).toMatch(/samesite=lax/i)
    expect(text).not.toMatch(/secure/i)
  }
  visit('https://desk.example/')
  for (const text of written(() => storeSession('t', {}))) expect(text).toMatch(/; secure/i)
})

test('[SESSION-05] tx-pay info and seller level are removed before the user data is stored', () => {
  storeSession('t', { id: 'usr_1', tx_pay_info: { secret: 1 }, seller_level: 3 })
  expect(readUser()).toEqual({ id: 'usr_1' })
})

test('[SESSION-06] storing tokens logs in, removing them logs out', () => {
  expect(isLoggedIn()).toBe(false)
  storeSession('t', { id: 'usr_1' })
  expect(isLoggedIn()).toBe(true)
  clearSession()
  expect(isLoggedIn()).toBe(false)
  expect(document.cookie).toBe('')
})

test('[ERROR-15] [ERROR-16] a malformed token cookie means no token and is logged', () => {
  const error = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  document.cookie = 'authTokens=not-json; path=/'
  expect(readToken()).toBeNull()
  expect(error).toHaveBeenCalledExactlyOnceWith('Failed to parse cookie token:', expect.any(SyntaxError))
})

test.each(['null', '""', '7', '{}'])('a token cookie with %s means no token', (json) => {
  document.cookie = `authTokens=${encodeURIComponent(json)}; path=/`
  expect(readToken()).toBeNull()
})

test.each(['%', '%E0%A4%A', '{"token":', 'undefined', '"a" "b"', '%22%F0%9F%8E%AB'])(
  '[ERROR-16] the malformed token cookie %s means logged out',
  (text) => {
    const error = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    document.cookie = `authTokens=${text}; path=/`
    expect(isLoggedIn()).toBe(false)
    expect(error).toHaveBeenCalledExactlyOnceWith('Failed to parse cookie token:', expect.any(Error))
  },
)

test('logging out clears a token that a sibling site has set for the whole domain', () => {
  visit('https://desk.tickets.example/')
  const texts = written(clearSession)
  for (const domain of ['', '; domain=desk.tickets.example', '; domain=tickets.example']) {
    expect(texts).toContain(`authTokens=; path=/; max-age=0; samesite=lax; secure${domain}`)
  }
})
