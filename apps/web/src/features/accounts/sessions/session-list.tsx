import type { WireSession } from '@terrace/contracts/sessions'
import { useQuery } from '@tanstack/react-query'
import { useId, useRef } from 'react'
import { inViewerTimeZone } from '#web/lib/format/viewer-time.ts'
import { useListFocus } from '#web/lib/hooks/use-list-focus.ts'
import { Badge } from '#web/ui/data-display/badge.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { LoadError } from '#web/ui/feedback/load-error.tsx'
import { Panel } from '#web/ui/layout/panel.tsx'
import { Skeleton, SkeletonRegion } from '#web/ui/feedback/skeleton.tsx'
import { TitledSection } from '#web/ui/layout/titled-section.tsx'
import { deviceName } from '@terrace/domain/devices/device-name'
import { ActionError } from '#web/ui/feedback/action-error.tsx'
import { useEndSessions } from '#web/features/accounts/mutations.ts'
import { sessionsQuery } from '#web/features/accounts/queries.ts'

/** The user's sessions, with buttons to end them (product.md §7). */
export function SessionList() {
  const query = useQuery(sessionsQuery())
  const { data, error } = query
  const ending = useEndSessions()
  const section = useRef<HTMLDivElement>(null)
  const list = useRef<HTMLUListElement>(null)
  useListFocus({
    list: section,
    rows: () => [...(section.current?.querySelectorAll('button') ?? [])],
    field: list,
  })
  const hasOthers = data?.some(({ current }) => !current) ?? false
  return (
    <div ref={section}>
      <TitledSection
        heading="Sessions"
        aside={
          hasOthers && (
            <Button
              size="sm"
              isPending={ending.isPending && ending.variables === 'others'}
              onPress={() => ending.mutate('others')}
            >
              Log out other devices
            </Button>
          )
        }
      >
        <Panel>
          {data ? (
            // Receives the focus when no other session is left.
            <ul ref={list} tabIndex={-1} className="divide-y divide-line px-4 outline-none sm:px-5">
              {data.map((session) => (
                <SessionRow
                  key={session.id}
                  session={session}
                  isEnding={
                    ending.isPending && ending.variables !== 'others' && ending.variables.id === session.id
                  }
                  onEnd={() => ending.mutate({ id: session.id })}
                />
              ))}
            </ul>
          ) : error ? (
            <LoadError title="Couldn’t load your sessions" query={query} />
          ) : (
            <SkeletonRegion label="Loading your sessions" className="space-y-2 px-4 py-3 sm:px-5">
              <Skeleton className="h-5 w-40" />
              <Skeleton className="h-4 w-64" />
            </SkeletonRegion>
          )}
        </Panel>
        {ending.isError && (
          <div className="mt-3">
            <ActionError error={ending.error} />
          </div>
        )}
      </TitledSection>
    </div>
  )
}

function SessionRow({
  session,
  isEnding,
  onEnd,
}: {
  session: WireSession
  isEnding: boolean
  onEnd: () => void
}) {
  const device = deviceName(session.user_agent)
  const detailsId = useId()
  const details = [
    session.same_network ? `${session.address} (this network)` : session.address,
    `logged in ${inViewerTimeZone(session.created_at)}`,
    ...(session.current ? [] : [`last used ${inViewerTimeZone(session.last_seen_at)}`]),
  ]
  return (
    <li className="flex items-center justify-between gap-4 py-3">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 font-medium">
          {device}
          {session.current && <Badge tone="ok">This session</Badge>}
        </p>
        <p id={detailsId} className="tabular mt-0.5 text-xs text-muted">
          {details.filter((detail) => detail !== '').join(' · ')}
        </p>
      </div>
      {!session.current && (
        <Button
          size="sm"
          aria-label={`Log out ${device}`}
          aria-describedby={detailsId}
          isPending={isEnding}
          onPress={onEnd}
        >
          Log out
        </Button>
      )}
    </li>
  )
}
