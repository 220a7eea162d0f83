import { useQuery } from '@tanstack/react-query'
import type { WireCreatedFeed } from '@terrace/contracts/calendars'
import { useRef, useState } from 'react'
import { ActionError } from '#web/ui/feedback/action-error.tsx'
import { useListFocus } from '#web/lib/hooks/use-list-focus.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { LoadError } from '#web/ui/feedback/load-error.tsx'
import { Skeleton, SkeletonRegion } from '#web/ui/feedback/skeleton.tsx'
import { CalendarIcon, PlusIcon } from '#web/ui/icons.ts'
import { Panel } from '#web/ui/layout/panel.tsx'
import { TitledSection } from '#web/ui/layout/titled-section.tsx'
import { calendarsQuery, useCreateCalendar } from './calendar-queries.ts'
import { CalendarRow } from './calendar-row.tsx'

/** The account's calendar addresses: create one for holds and orders, replace and revoke. */
export function CalendarList() {
  const query = useQuery(calendarsQuery())
  const create = useCreateCalendar()
  // Addresses that were created here; the server does not return them again.
  const [addresses, setAddresses] = useState<Readonly<Record<string, string>>>({})
  const section = useRef<HTMLDivElement>(null)
  useListFocus({ list: section, rows: () => [...(section.current?.querySelectorAll('button') ?? [])] })
  const showAddress = ({ id, address }: WireCreatedFeed) =>
    setAddresses((known) => ({ ...known, [id]: address }))
  const { data: calendars, error } = query
  return (
    <div ref={section}>
      <TitledSection
        heading="Calendars"
        aside={
          <Button
            size="sm"
            icon={<PlusIcon aria-hidden className="size-4" />}
            isPending={create.isPending}
            onPress={() => create.mutate({ kind: 'mine' }, { onSuccess: showAddress })}
          >
            Add my holds and orders
          </Button>
        }
      >
        {create.error && (
          <div className="mb-3">
            <ActionError error={create.error} />
          </div>
        )}
        <Panel>
          {calendars ? (
            calendars.length === 0 ? (
              <EmptyState
                icon={<CalendarIcon />}
                title="No calendar addresses"
                message="Add your holds and orders to your calendar app, or subscribe to a team, artist or venue on its page."
              />
            ) : (
              <ul className="divide-y divide-line px-4 sm:px-5">
                {calendars.map((calendar) => (
                  <CalendarRow
                    key={calendar.id}
                    calendar={calendar}
                    address={addresses[calendar.id]}
                    onReplaced={showAddress}
                  />
                ))}
              </ul>
            )
          ) : error ? (
            <LoadError title="Couldn’t load your calendars" query={query} />
          ) : (
            <SkeletonRegion label="Loading your calendars" className="space-y-2 px-4 py-4 sm:px-5">
              <Skeleton className="h-5 w-48" />
              <Skeleton className="h-4 w-64" />
            </SkeletonRegion>
          )}
        </Panel>
      </TitledSection>
    </div>
  )
}
