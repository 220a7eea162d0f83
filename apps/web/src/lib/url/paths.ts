import { expandProduct } from '@terrace/contracts/product'
import { slugify } from '@terrace/domain/text/slug'
import { env } from '#web/lib/env.ts'

/** Every path of the application (spec §2). */
export const paths = {
  home: () => '/',
  /** `next` is the target after login; omitted for home, the default. */
  login: (next?: string) => {
    const safe = safeNext(next)
    return safe === '/' ? '/login' : `/login?next=${encodeURIComponent(safe)}`
  },
  /** Where an account that must have a second factor sets it up or proves it. */
  secondFactor: (next?: string) => {
    const safe = safeNext(next)
    return safe === '/' ? '/second-factor' : `/second-factor?next=${encodeURIComponent(safe)}`
  },
  signUp: () => '/signup',
  forgotPassword: () => '/forgot-password',
  event: (title: string, id: number) => `/tickets/${slugify(title)}/${id}`,
  checkout: () => '/checkout',
  checkoutConfirm: (attempt?: string) =>
    attempt === undefined ? '/checkout/confirm' : `/checkout/confirm?attempt=${encodeURIComponent(attempt)}`,
  profile: (tab?: string) => (tab === undefined ? '/profile' : `/profile?tab=${encodeURIComponent(tab)}`),
  search: (text?: string) => (text ? `/search?q=${encodeURIComponent(text)}` : '/search'),
  buyerPolicy: () => expandProduct('/{product}-buyer-policy', env().product),
  terms: () => '/terms-and-condition',
  privacy: () => '/privacy',
} as const

/** Whether it is the page of an event's listings. */
export const isEventPath = (pathname: string): boolean => pathname.startsWith('/tickets/')

/** Returns `next` if it is on this origin and not a page of the login, otherwise `/`. */
export function safeNext(next: unknown): string {
  if (typeof next !== 'string' || !next.startsWith('/')) return '/'
  const url = URL.parse(next, location.origin)
  // '//host' and '/\host' parse to another origin.
  if (!url || url.origin !== location.origin || ['/login', '/second-factor'].includes(url.pathname))
    return '/'
  return url.pathname + url.search + url.hash
}
