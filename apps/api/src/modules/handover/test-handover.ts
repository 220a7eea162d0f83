import { generateKeyPairSync, randomUUID } from 'node:crypto'
import { SignJWT, type JWTPayload } from 'jose'
import { expect } from 'vitest'
import { readConfig } from '../../config.ts'
import type { HandoverIssuer } from '../../handover-config.ts'
import { readSecurityEvents } from '../../audit/audit.repo.ts'
import type { TestApp } from '../../test/build-test-app.ts'

/** A site that hands over, for tests. */
export function testIssuer(id: string, values: Record<string, unknown> = {}) {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const origin = `https://${id}.example`
  const setting: Record<string, unknown> = {
    id,
    name: `${id} tickets`,
    origin,
    authorize_url: `${origin}/authorize?client=desk`,
    public_key: publicKey.export({ format: 'jwk' }),
    ...values,
  }
  return {
    origin,
    privateKey,
    publicKey,
    setting,
    /** A code as the site would issue it, with what a test wants different. */
    async code(begun: Begun, claims: JWTPayload = {}): Promise<string> {
      const now = Math.floor(begun.now.getTime() / 1000)
      const payload = {
        iss: origin,
        aud: begun.audience,
        jti: randomUUID(),
        nonce: begun.state,
        iat: now,
        exp: now + 60,
        ...claims,
      }
      return new SignJWT(payload).setProtectedHeader({ alg: 'EdDSA' }).sign(privateKey)
    },
  }
}

export type TestIssuer = ReturnType<typeof testIssuer>

/** As the server reads them from its environment. */
export function issuersOf(issuers: TestIssuer[], env: Record<string, string> = {}): HandoverIssuer[] {
  return readConfig({
    DATABASE_URL: 'postgres://nowhere',
    HANDOVER_ISSUERS: JSON.stringify(issuers.map(({ setting }) => setting)),
    ...env,
  }).handover
}

/** What the other site is told. */
interface Begun {
  state: string
  audience: string
  returnUrl: string
  /** By the app's clock. */
  now: Date
}

let browsers = 0

/** A browser at one origin: it keeps its cookies by name, and calls as a page of that origin does. */
export function testBrowser(app: TestApp, origin = 'https://desk.example') {
  const remoteAddress = `2001:db8:${(browsers += 1).toString(16)}::1`
  const jar = new Map<string, string>()
  const { host } = new URL(origin)

  function keep(setCookie: string | string[] | undefined): string[] {
    const set = [setCookie ?? []].flat()
    for (const line of set) {
      const [pair = '', ...attributes] = line.split('; ')
      const [name = '', value = ''] = pair.split('=')
      if (attributes.includes('Max-Age=0')) jar.delete(name)
      else jar.set(name, value)
    }
    return set
  }

  function call(method: 'GET' | 'POST' | 'DELETE', options: CallOptions = {}) {
    const { token, headers = {}, cookie, payload = {} } = options
    return app.app.inject({
      method,
      url: options.url ?? '/api/auth/handover',
      remoteAddress,
      headers: {
        host,
        cookie: cookie ?? [...jar].map(([name, value]) => `${name}=${value}`).join('; '),
        ...(method !== 'GET' && { origin }),
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...headers,
      },
      ...(method === 'POST' && { payload }),
    })
  }

  return {
    jar,
    remoteAddress,
    call,
    /** Begins at our site; answers what the other one is told. */
    async begin(issuer: TestIssuer, returnTo = '/'): Promise<Begun> {
      const query = new URLSearchParams({ issuer: String(issuer.setting['id']), return_to: returnTo })
      const answer = await call('GET', { url: `/handover/start?${query.toString()}` })
      if (answer.statusCode !== 303) throw new Error(`it did not begin: ${answer.body}`)
      keep(answer.headers['set-cookie'])
      const { searchParams } = new URL(String(answer.headers.location))
      return {
        state: searchParams.get('state') ?? '',
        audience: searchParams.get('audience') ?? '',
        returnUrl: searchParams.get('return_url') ?? '',
        now: app.deps.clock.now(),
      }
    },
    /** What the other site leaves behind before it leads back. */
    put(session: string, redirect = '/'): void {
      jar.set('handover_session', session)
      jar.set('handover_redirect', encodeURIComponent(redirect))
    },
    /** What the page does that it leads back to. */
    async redeem(options: CallOptions & { confirm?: string } = {}) {
      const { confirm, ...rest } = options
      const answer = await call('POST', { payload: confirm === undefined ? {} : { confirm }, ...rest })
      return {
        status: answer.statusCode,
        // What it is its test says.
        body: answer.json<Body>(),
        headers: answer.headers,
        cookies: keep(answer.headers['set-cookie']),
      }
    },
    /** Why this browser was refused, as the audit log has it; the last last. */
    async refusals(): Promise<unknown[]> {
      const records = await readSecurityEvents(app.db, {
        kind: 'handover.refused',
        address: remoteAddress,
        limit: 100,
      })
      return records.map(({ facts }) => facts['reason'])
    },
  }
}

interface Body {
  // Looked at by assertions only, as the wire has them.
  data: Record<string, unknown> & { token: string }
  code: string
  errors: { title: string; restart?: string; handover: { confirm: string } }
}

interface CallOptions {
  url?: string
  token?: string
  /** In place of the jar's. */
  cookie?: string
  headers?: Record<string, string>
  payload?: object
}

/**
 * The page's call is refused: nobody is logged in by it, the answer has no more than the code, its cookies are gone, and
 * the audit log says why.
 */
export async function expectRefused(
  app: TestApp,
  browser: TestBrowser,
  reason: string,
  { code = 'handover.refused', ...options }: { code?: string; confirm?: string; token?: string } = {},
): Promise<void> {
  const before = await countSessions(app)
  const answer = await browser.redeem(options)
  expect(answer.body.code).toBe(code)
  expect(answer.body).not.toHaveProperty('data')
  expect([...browser.jar.keys()]).toEqual([])
  expect(answer.headers['cache-control']).toBe('no-store')
  expect((await browser.refusals()).at(-1)).toBe(reason)
  expect(await countSessions(app)).toBe(before)
}

export async function countSessions({ db }: TestApp): Promise<number> {
  return (await db.selectFrom('sessions').select('id').execute()).length
}

export type TestBrowser = ReturnType<typeof testBrowser>
