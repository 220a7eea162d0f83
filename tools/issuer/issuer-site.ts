import { randomUUID, type KeyObject } from 'node:crypto'
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { handoverCookies } from '@terrace/contracts/handover-cookies'
import { issueCode } from './issue-code.ts'
import { introspectionSecret, issuerId } from './issuer-key.ts'
import { homePage, logInPage, problemPage, usernames } from './pages.ts'

interface IssuerSite {
  origin: string
  name: string
  /** Origin of the marketplace, the only allowed target. */
  market: string
  key: KeyObject
  /** Hands over raw tokens instead of codes. */
  legacy: boolean
}

const sessionCookie = 'issuer_session'

/**
 * A demo site that hands its users over to the marketplace. Both share a host as sibling domains share a parent:
 * cookies ignore ports. Its login asks for no password.
 */
export function createIssuerSite({ origin, name, market, key, legacy }: IssuerSite): RequestListener {
  /** User names by session. */
  const sessions = new Map<string, string>()

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', origin)
    const session = cookieOf(request, sessionCookie) ?? ''
    const username = sessions.get(session)
    switch (`${request.method} ${url.pathname}`) {
      case 'GET /':
        return sendPage(
          response,
          username === undefined ? logInPage({ name }) : homePage({ name, username, links }),
        )
      case 'POST /log-in': {
        const form = await readForm(request)
        const chosen = usernames.find((each) => each === form.get('username'))
        if (!chosen) return sendPage(response, problemPage({ name, problem: 'Account not found' }), 422)
        const id = randomUUID()
        sessions.set(id, chosen)
        response.appendHeader('set-cookie', `${sessionCookie}=${id}; Path=/; HttpOnly; SameSite=Lax`)
        const next = form.get('next') ?? ''
        // Only paths of this site.
        return redirect(response, next.startsWith('/hand-over?') ? next : '/')
      }
      case 'POST /log-out':
        sessions.delete(session)
        return redirect(response, '/')
      case 'GET /hand-over':
        return handOver(response, url, username)
      case 'POST /introspect':
        return introspect(request, response)
      default:
        return sendPage(response, problemPage({ name, problem: 'Page not found' }), 404)
    }
  }

  function handOver(response: ServerResponse, url: URL, username: string | undefined): void {
    const [state, audience, returnUrl] = ['state', 'audience', 'return_url'].map(
      (field) => url.searchParams.get(field) ?? '',
    )
    const target = URL.parse(returnUrl ?? '')
    if (!state || audience !== market || target?.origin !== market) {
      return sendPage(
        response,
        problemPage({ name, problem: 'This site cannot log you in at that address.' }),
        422,
      )
    }
    if (username === undefined)
      return sendPage(response, logInPage({ name, next: url.pathname + url.search }))
    const handedOver = legacy
      ? encodeURIComponent(JSON.stringify({ token: rawToken(username), seller_level: 3 }))
      : issueCode({ key, origin, audience, username, state })
    const attributes = 'Path=/; Max-Age=60; SameSite=Lax'
    response.appendHeader('set-cookie', `${handoverCookies.session}=${handedOver}; ${attributes}; HttpOnly`)
    const path = encodeURIComponent(target.pathname + target.search)
    response.appendHeader('set-cookie', `${handoverCookies.redirect}=${path}; ${attributes}`)
    // A parameter of this site, which the marketplace removes from the URL.
    target.searchParams.set('handover', issuerId)
    redirect(response, target.href)
  }

  /** The part of RFC 7662 that the marketplace uses. */
  async function introspect(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const isMarketplace = request.headers.authorization === `Bearer ${introspectionSecret(key)}`
    const username = tokens.get((await readForm(request)).get('token') ?? '')
    const body = username === undefined ? { active: false } : { active: true, sub: username }
    response.writeHead(isMarketplace ? 200 : 401, {
      'content-type': 'application/json',
      'cache-control': 'no-store',
    })
    response.end(JSON.stringify(isMarketplace ? body : {}))
  }

  const tokens = new Map<string, string>()
  function rawToken(username: string): string {
    const token = randomUUID()
    tokens.set(token, username)
    return token
  }

  const start = (path: string) =>
    `${market}/handover/start?${new URLSearchParams({ issuer: issuerId, return_to: path }).toString()}`
  const links = [
    { text: 'Go to the marketplace', href: start('/') },
    { text: 'Search the marketplace for Arsenal', href: start('/search?q=arsenal') },
  ]

  return (request, response) => {
    handle(request, response).catch((error: unknown) => {
      console.error(error)
      response.writeHead(500).end()
    })
  }
}

function cookieOf({ headers }: IncomingMessage, name: string): string | undefined {
  const pairs = (headers.cookie ?? '').split(';').map((pair) => pair.trim())
  return pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1)
}

async function readForm(request: IncomingMessage): Promise<URLSearchParams> {
  let text = ''
  for await (const part of request) {
    text += String(part)
    if (text.length > 10_000) break
  }
  return new URLSearchParams(text)
}

function redirect(response: ServerResponse, location: string): void {
  response.writeHead(303, { location, 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' }).end()
}

function sendPage(response: ServerResponse, html: string, status = 200): void {
  response
    .writeHead(status, {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy':
        "default-src 'none'; img-src data:; style-src 'unsafe-inline'; frame-ancestors 'none'",
    })
    .end(html)
}
