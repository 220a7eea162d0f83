import type { QueryClient } from '@tanstack/react-query'
import { notificationsRoutes } from '@terrace/contracts/notifications'
import { accountUpdate, teamEvents } from '@terrace/contracts/realtime'
import { useEffect, useRef } from 'react'
import { readUser } from '#web/lib/http/session.ts'
import { startPreferenceSync, type PreferenceSync } from '#web/lib/preference-sync.ts'

/**
 * Keeps preferences and notifications in sync with the account's other tabs and devices. Returns a handler for the
 * team's updates, which ignores those of other members.
 */
export function useAccountUpdates(queryClient: QueryClient): (event: string, data?: unknown) => void {
  const sync = useRef<PreferenceSync>(null)
  useEffect(() => {
    sync.current = startPreferenceSync()
    return () => sync.current?.stop()
  }, [])
  return (event, data) => {
    if (!concernsThisAccount(data)) return
    if (event === teamEvents.preferencesChanged) sync.current?.reload()
    if (event === teamEvents.notificationsChanged) {
      for (const { name } of [notificationsRoutes.unread, notificationsRoutes.list])
        void queryClient.invalidateQueries({ queryKey: [name] })
    }
  }
}

/** Without data, an update may have been missed. */
function concernsThisAccount(data: unknown): boolean {
  if (data === undefined) return true
  const update = accountUpdate.safeParse(data)
  return update.success && update.data.account_id === readUser()?.['id']
}
