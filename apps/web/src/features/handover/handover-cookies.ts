import { handoverCookies } from '@terrace/contracts/handover-cookies'

/**
 * Removes the redirect cookie for every domain and path visible to this page. The server cannot see a cookie for
 * exactly this path, which would start a handover on every load.
 */
export function removeRedirectCookie({ hostname, pathname }: { hostname: string; pathname: string }): void {
  const labels = hostname.split('.')
  const domains = labels.length > 1 ? labels.map((_, index) => labels.slice(index).join('.')) : []
  const parts = pathname.split('/').filter((part) => part !== '')
  const paths = parts.flatMap((_, index) => {
    const path = `/${parts.slice(0, index + 1).join('/')}`
    return [path, `${path}/`]
  })
  for (const path of ['/', ...paths]) {
    for (const domain of ['', ...domains.map((name) => `; domain=${name}`)]) {
      document.cookie = `${handoverCookies.redirect}=; max-age=0; path=${path}${domain}`
    }
  }
}
