import { foldProduct } from '@terrace/contracts/product'
import { slugify } from '@terrace/domain/slug'
import { env } from './env.ts'

/** Every address of the application (spec §2), so that none is put together by hand. */
export const paths = {
  home: () => '/',
  /** `next` is where to go after logging in; home is left out, being where login leads anyway. */
  login: (next?: string) => {
    const safe = safeNext(next)
    return safe === '/' ? '/login' : `/login?next=${encodeURIComponent(safe)}`
  },
  signUp: () => '/signup',
  forgotPassword: () => '/forgot-password',
  event: (title: string, id: number) => `/tickets/${slugify(title)}/${id}`,
  checkout: () => '/checkout',
  checkoutConfirm: (attempt?: string) =>
    attempt === undefined ? '/checkout/confirm' : `/checkout/confirm?attempt=${encodeURIComponent(attempt)}`,
  profile: (tab?: string) => (tab === undefined ? '/profile' : `/profile?tab=${encodeURIComponent(tab)}`),
  search: (text?: string) => (text ? `/search?q=${encodeURIComponent(text)}` : '/search'),
  buyerPolicy: () => foldProduct('/{product}-buyer-policy', env().product),
  terms: () => '/terms-and-condition',
  privacy: () => '/privacy',
} as const

/** A remembered address, or `/` unless it stays on this origin and is not the login page itself. */
export function safeNext(next: unknown): string {
  if (typeof next !== 'string' || !next.startsWith('/')) return '/'
  const url = URL.parse(next, location.origin)
  // '//host' and '/\host' parse to another origin.
  if (!url || url.origin !== location.origin || url.pathname === '/login') return '/'
  return url.pathname + url.search + url.hash
}
