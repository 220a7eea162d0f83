import { useEffect } from 'react'
import { env } from './env.ts'

/** `Arsenal v Chelsea · Terrace`; the brand alone where a screen has no name of its own, such as login (spec §2). */
function titleOf(page?: string): string {
  return page ? `${page} · ${env().brand}` : env().brand
}

/** Names the browser tab while the screen is shown. */
export function useTitle(page?: string): void {
  const title = titleOf(page)
  useEffect(() => {
    document.title = title
  }, [title])
}
