import type { WireSecurity } from '@terrace/contracts/security'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useEndSessions } from '#web/features/accounts/mutations.ts'
import { sessionsQuery } from '#web/features/accounts/queries.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { ActionError } from '#web/ui/feedback/action-error.tsx'
import { ShieldIcon } from '#web/ui/icons.ts'
import { Notice } from '#web/ui/layout/panel.tsx'

/** After a passkey or an app was added or removed: offers to log out other devices. */
export function OtherSessionsOffer({ security }: { security: WireSecurity }) {
  const [before] = useState(() => factorsOf(security))
  const hasChanged = factorsOf(security) !== before
  const { data: sessions = [] } = useQuery({ ...sessionsQuery(), enabled: hasChanged })
  const ending = useEndSessions()
  if (!hasChanged || ending.isSuccess || !sessions.some(({ current }) => !current)) return null
  return (
    <div role="status" className="mb-3 space-y-3">
      <Notice tone="neutral" icon={<ShieldIcon aria-hidden />}>
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <span className="min-w-48 flex-1">
            Your second factor has changed. Other devices are still logged in.
          </span>
          <Button size="sm" isPending={ending.isPending} onPress={() => ending.mutate('others')}>
            Log them out
          </Button>
        </div>
      </Notice>
      {ending.isError && <ActionError error={ending.error} />}
    </div>
  )
}

function factorsOf({ passkeys, authenticator_app: app }: WireSecurity): string {
  return [...passkeys.map(({ id }) => id), app?.added_at ?? ''].join(' ')
}
