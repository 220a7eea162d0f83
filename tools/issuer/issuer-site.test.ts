import { createPublicKey, generateKeyPairSync, verify } from 'node:crypto'
import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { introspectionSecret, issuerSetting, readOrCreateKey } from './issuer-key.ts'
import { createIssuerSite } from './issuer-site.ts'

const { privateKey: key, publicKey } = generateKeyPairSync('ed25519')
const market = 'http://localhost:4000'
const origin = 'http://localhost:4300'
const servers: Server[] = []
const folder = mkdtempSync(join(tmpdir(), 'issuer-'))

async function listen(legacy: boolean): Promise<string> {
  const server = createServer(createIssuerSite({ origin, name: 'Harbour <Exchange>', market, key, legacy }))
  servers.push(server)
  await new Promise<void>((done) => {
    server.listen(0, '127.0.0.1', done)
  })
  // A TCP port, by `listen` above.
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

let site: string
let old: string
beforeAll(async () => {
  site = await listen(false)
  old = await listen(true)
})
afterAll(() => {
  for (const server of servers) server.close()
  rmSync(folder, { recursive: true })
})

const started = new URLSearchParams({ state: 'st4te', audience: market, return_url: `${market}/search?q=x` })

async function logIn(at: string, username = 'buyer', next = ''): Promise<Response> {
  return fetch(`${at}/log-in`, {
    method: 'POST',
    body: new URLSearchParams({ username, next }),
    redirect: 'manual',
  })
}

async function handOver(at: string, query = started) {
  const cookie = (await logIn(at)).headers.getSetCookie()[0]?.split(';')[0] ?? ''
  const response = await fetch(`${at}/hand-over?${query.toString()}`, {
    headers: { cookie },
    redirect: 'manual',
  })
  const [session = '', redirect = ''] = response.headers.getSetCookie()
  return { response, session, redirect, value: session.split(';')[0]?.split('=')[1] ?? '' }
}

test('[X-HANDOVER-01] the issuer returns a redirect with a signed code, bound to the state, for one minute', async () => {
  const { response, session, redirect, value } = await handOver(site)
  expect(response.status).toBe(303)
  expect(response.headers.get('location')).toBe(`${market}/search?q=x&handover=harbour`)
  expect(session).toMatch(/^handover_session=[\w.-]+; Path=\/; Max-Age=60; SameSite=Lax; HttpOnly$/)
  expect(redirect).toBe('handover_redirect=%2Fsearch%3Fq%3Dx; Path=/; Max-Age=60; SameSite=Lax')
  const [header = '', body = '', signature = ''] = value.split('.')
  expect(verify(null, Buffer.from(`${header}.${body}`), publicKey, Buffer.from(signature, 'base64url'))).toBe(
    true,
  )
  const claims = JSON.parse(Buffer.from(body, 'base64url').toString())
  expect(claims).toMatchObject({ iss: origin, aud: market, sub: 'buyer', nonce: 'st4te' })
  expect(claims.exp - claims.iat).toBe(60)
  expect(value).not.toBe((await handOver(site)).value)
})

test('a visitor logs in first and then continues', async () => {
  const next = `/hand-over?${started.toString()}`
  const page = await fetch(site + next)
  expect(await page.text()).toContain('Harbour &lt;Exchange&gt;')
  expect((await logIn(site, 'seller', next)).headers.get('location')).toBe(next)
  expect((await logIn(site, 'seller', '//evil.example')).headers.get('location')).toBe('/')
  expect((await logIn(site, 'operator')).status).toBe(422)
})

test.each([
  ['audience', 'https://evil.example'],
  ['return_url', 'https://evil.example/'],
  ['return_url', 'nowhere'],
  ['state', ''],
])('the issuer hands over only to the marketplace: %s "%s" is rejected', async (field, value) => {
  const query = new URLSearchParams(started)
  query.set(field, value)
  const { response } = await handOver(site, query)
  expect(response.status).toBe(422)
  expect(response.headers.getSetCookie()).toEqual([])
})

test('in legacy mode it issues a raw token and confirms it to callers with the secret', async () => {
  const { value } = await handOver(old)
  const { token } = JSON.parse(decodeURIComponent(value))
  const introspect = (secret: string, text: string) =>
    fetch(`${old}/introspect`, {
      method: 'POST',
      headers: { authorization: `Bearer ${secret}` },
      body: new URLSearchParams({ token: text }),
    })
  expect(await (await introspect(introspectionSecret(key), token)).json()).toEqual({
    active: true,
    sub: 'buyer',
  })
  expect(await (await introspect(introspectionSecret(key), 'another')).json()).toEqual({ active: false })
  const outsider = await introspect('guessed', token)
  expect(outsider.status).toBe(401)
  expect(await outsider.text()).toBe('{}')
})

test('the key is created once and kept private; only its public part is shared', () => {
  const file = join(folder, 'kept', 'key.pem')
  const storedKey = readOrCreateKey(file)
  expect(existsSync(file)).toBe(true)
  expect(statSync(file).mode & 0o077).toBe(0)
  expect(readOrCreateKey(file).equals(storedKey)).toBe(true)
  const [setting] = JSON.parse(issuerSetting({ origin, name: 'Harbour', key: storedKey }))
  expect(setting.public_key).toEqual(createPublicKey(storedKey).export({ format: 'jwk' }))
  expect(setting.public_key).not.toHaveProperty('d')
})
