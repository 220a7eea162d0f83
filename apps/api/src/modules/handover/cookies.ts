import { handoverCookies } from '@terrace/contracts/handover-cookies'
import { isIP } from 'node:net'
import { nonceCookieName, nonceSeconds } from './handover-nonce.ts'

/** `Set-Cookie` of the nonce: for this host alone, seen by no script, and sent by pages of our own only. */
export function nonceCookie(origin: string, value: string): string {
  const attributes = `Path=/; Max-Age=${nonceSeconds}; HttpOnly; SameSite=Strict`
  return `${nonceCookieName(origin)}=${value}; ${attributes}${secure(origin)}`
}

/**
 * `Set-Cookie` headers that remove nonce and handover cookies, whichever domain and path they were set for: only what has
 * the same of both takes a cookie away, and a request does not tell them.
 */
export function expiredCookies(origin: string, apiPath: string): string[] {
  const { hostname } = new URL(origin)
  const domains = ['', ...domainsOf(hostname).map((domain) => `; Domain=${domain}`)]
  const handover = Object.values(handoverCookies).flatMap((name) =>
    domains.flatMap((domain) => pathsTo(apiPath).map((path) => `${name}=; Max-Age=0; Path=${path}${domain}`)),
  )
  return [`${nonceCookieName(origin)}=; Max-Age=0; Path=/${secure(origin)}`, ...handover]
}

/** `a.b.example.com` and what a cookie for it may be set for: itself and its parents down to two labels. */
function domainsOf(hostname: string): string[] {
  if (isIP(hostname) !== 0 || hostname.startsWith('[') || !hostname.includes('.')) return []
  const labels = hostname.split('.')
  return labels.slice(0, -1).map((_, index) => labels.slice(index).join('.'))
}

/** `/`, `/api`, `/api/`, …: paths of cookies that come with a request to the path. */
function pathsTo(path: string): string[] {
  const parts = path.split('/').filter((part) => part !== '')
  const prefixes = parts.map((_, index) => `/${parts.slice(0, index + 1).join('/')}`)
  return [
    '/',
    ...prefixes.flatMap((prefix, index) => (index < parts.length - 1 ? [prefix, `${prefix}/`] : [prefix])),
  ]
}

function secure(origin: string): string {
  return origin.startsWith('https:') ? '; Secure' : ''
}
