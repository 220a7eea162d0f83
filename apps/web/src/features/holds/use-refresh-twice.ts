import { useQueryClient } from '@tanstack/react-query'
import { holdsRoutes } from '@terrace/contracts/holds'
import { useEffect, useRef } from 'react'
import { dataKeys } from '#web/lib/data-keys.ts'

/** Asks at the end of a hold, and once more: the server may be a part of a second behind. */
export function useRefreshTwice(): () => void {
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
