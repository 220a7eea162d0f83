import { useQueryClient } from '@tanstack/react-query'
import { holdsRoutes } from '@terrace/contracts/holds'
import { useEffect, useRef } from 'react'
import { dataKeys } from '#web/lib/data-keys.ts'

/** Refetches when a hold expires, and again shortly after: the server clock may lag by a fraction of a second. */
export function useRefreshAfterExpiry(): () => void {
  const queryClient = useQueryClient()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  return () => {
    function refresh() {
      void queryClient.invalidateQueries({ queryKey: [holdsRoutes.list.name] })
      void queryClient.invalidateQueries({ queryKey: [dataKeys.stockTotals] })
    }
    refresh()
    timer.current = setTimeout(refresh, 1500)
  }
}
