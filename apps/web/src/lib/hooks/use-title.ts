import { useEffect } from 'react'
import { env } from '#web/lib/env.ts'

/** `Arsenal v Chelsea · Terrace`; the brand alone for pages without a title, such as login (spec §2). */
function titleOf(page?: string): string {
  return page ? `${page} · ${env().brand}` : env().brand
}

export function useTitle(page?: string): void {
  const title = titleOf(page)
  useEffect(() => {
    document.title = title
  }, [title])
}
