import type { WireSession } from '@terrace/contracts/sessions'
import { useQuery } from '@tanstack/react-query'
import { useId, useRef } from 'react'
import { onOwnClock } from '#web/lib/own-clock.ts'
import { useKeptFocus } from '#web/lib/use-kept-focus.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { LoadError } from '#web/ui/load-error.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { Skeleton, SkeletonRegion } from '#web/ui/skeleton.tsx'
import { AccountSection } from './account-section.tsx'
import { deviceName } from './device-name.ts'
import { FormError } from './form-error.tsx'
import { useEndSessions } from './mutations.ts'
import { sessionsQuery } from './queries.ts'

/** Where one is logged in, and ending what one no longer uses (product.md §7). */
export function SessionList() {
  const query = useQuery(sessionsQuery())
  const { data, error } = query
  const ending = useEndSessions()
  const part = useRef<HTMLDivElement>(null)
  const list = useRef<HTMLUListElement>(null)
  useKeptFocus({
    list: part,
    rows: () => [...(part.current?.querySelectorAll('button') ?? [])],
    field: list,
  })
  const hasOthers = data?.some(({ current }) => !current) ?? false
  return (
    <div ref={part}>
      <AccountSection
        heading="Sessions"
        aside={
          hasOthers && (
            <Button
              size="sm"
              isPending={ending.isPending && ending.variables === 'others'}
              onPress={() => ending.mutate('others')}
            >
              End all others
            </Button>
          )
        }
      >
        <Panel>
          {data ? (
            // It has the focus where no other session is left to end.
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
            <LoadError title="Your sessions could not be loaded" query={query} />
          ) : (
            <SkeletonRegion label="Your sessions are loading" className="space-y-2 px-4 py-3 sm:px-5">
              <Skeleton className="h-5 w-40" />
              <Skeleton className="h-4 w-64" />
            </SkeletonRegion>
          )}
        </Panel>
        {ending.isError && (
          <div className="mt-3">
            <FormError error={ending.error} />
          </div>
        )}
      </AccountSection>
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
  const factsId = useId()
  const facts = [
    session.address,
    `logged in ${onOwnClock(session.created_at)}`,
    ...(session.current ? [] : [`last used ${onOwnClock(session.last_seen_at)}`]),
  ]
  return (
    <li className="flex items-center justify-between gap-4 py-3">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 font-medium">
          {device}
          {session.current && <Badge tone="ok">This session</Badge>}
        </p>
        <p id={factsId} className="tabular mt-0.5 text-xs text-muted">
          {facts.filter((fact) => fact !== '').join(' · ')}
        </p>
      </div>
      {!session.current && (
        <Button
          size="sm"
          aria-label={`End the session of ${device}`}
          aria-describedby={factsId}
          isPending={isEnding}
          onPress={onEnd}
        >
          End
        </Button>
      )}
    </li>
  )
}
