import { handoverCookies } from '@terrace/contracts/handover-cookies'
import { isIP } from 'node:net'
import { nonceCookieName, nonceSeconds } from './handover-nonce.ts'

/** `Set-Cookie` of the nonce: host-only, invisible to scripts, sent only from our own pages. */
export function nonceCookie(origin: string, value: string): string {
  const attributes = `Path=/; Max-Age=${nonceSeconds}; HttpOnly; SameSite=Strict`
  return `${nonceCookieName(origin)}=${value}; ${attributes}${secure(origin)}`
}

/**
 * `Set-Cookie` headers that delete the nonce and handover cookies for every possible domain and path. Deleting needs
 * the original ones, and requests do not contain them.
 */
export function expiredCookies(origin: string, apiPath: string): string[] {
  const { hostname } = new URL(origin)
  const domains = ['', ...domainsOf(hostname).map((domain) => `; Domain=${domain}`)]
  const handover = Object.values(handoverCookies).flatMap((name) =>
    domains.flatMap((domain) => pathsTo(apiPath).map((path) => `${name}=; Max-Age=0; Path=${path}${domain}`)),
  )
  return [`${nonceCookieName(origin)}=; Max-Age=0; Path=/${secure(origin)}`, ...handover]
}

/** For `a.b.example.com`: the domains a cookie may be set for, down to two labels. */
function domainsOf(hostname: string): string[] {
  if (isIP(hostname) !== 0 || hostname.startsWith('[') || !hostname.includes('.')) return []
  const labels = hostname.split('.')
  return labels.slice(0, -1).map((_, index) => labels.slice(index).join('.'))
}

/** `/`, `/api`, `/api/`, …: every cookie path that matches a request to `path`. */
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
