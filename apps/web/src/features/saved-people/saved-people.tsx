import { useQuery } from '@tanstack/react-query'
import { savedPersonMonths, type WireSavedPerson } from '@terrace/contracts/saved-people'
import { useRef, useState } from 'react'
import { ActionError } from '#web/ui/feedback/action-error.tsx'
import { useListFocus } from '#web/lib/hooks/use-list-focus.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { LoadError } from '#web/ui/feedback/load-error.tsx'
import { Skeleton, SkeletonRegion } from '#web/ui/feedback/skeleton.tsx'
import { UsersIcon } from '#web/ui/icons.ts'
import { Panel } from '#web/ui/layout/panel.tsx'
import { TitledSection } from '#web/ui/layout/titled-section.tsx'
import { ConfirmDialog } from '#web/ui/overlay/confirm-dialog.tsx'
import { useRemovePerson } from './mutations.ts'
import { personContact, personName } from './person-texts.ts'
import { savedPeopleQuery } from './queries.ts'

/** The people that the team reuses as attendees; each can be deleted. */
export function SavedPeople() {
  const query = useQuery(savedPeopleQuery())
  const section = useRef<HTMLDivElement>(null)
  useListFocus({ list: section, rows: () => [...(section.current?.querySelectorAll('button') ?? [])] })
  const { data: people, error } = query
  return (
    <div ref={section} className="max-w-170">
      <TitledSection heading="Saved attendees">
        <p className="mb-3 text-sm text-muted">
          Names and contact details for the next checkout. Identity documents are never saved. Deleted after{' '}
          {savedPersonMonths} months without use.
        </p>
        <Panel>
          {people && people.length > 0 && (
            <ul className="divide-y divide-line px-4 sm:px-5">
              {people.map((person) => (
                <PersonRow key={person.id} person={person} />
              ))}
            </ul>
          )}
          {people?.length === 0 && (
            <EmptyState
              icon={<UsersIcon />}
              title="No saved attendees"
              message="Save attendees at checkout when tickets need their details."
            />
          )}
          {!people && !error && (
            <SkeletonRegion label="Loading saved attendees" className="space-y-2 px-4 py-4 sm:px-5">
              <Skeleton className="h-5 w-48" />
              <Skeleton className="h-4 w-28" />
            </SkeletonRegion>
          )}
          {!people && error && <LoadError title="Couldn’t load your saved attendees" query={query} />}
        </Panel>
      </TitledSection>
    </div>
  )
}

function PersonRow({ person }: { person: WireSavedPerson }) {
  const [isConfirming, setConfirming] = useState(false)
  const { mutate, isPending, error } = useRemovePerson()
  const name = personName(person)
  return (
    <li className="flex items-center gap-4 py-3">
      <div className="min-w-0 flex-1">
        <p className="font-medium [overflow-wrap:anywhere]">{name}</p>
        <p className="text-xs text-muted [overflow-wrap:anywhere]">{personContact(person)}</p>
      </div>
      <Button size="sm" tone="quiet" aria-label={`Delete ${name}`} onPress={() => setConfirming(true)}>
        Delete
      </Button>
      <ConfirmDialog
        isOpen={isConfirming}
        title={`Delete ${name}?`}
        message={
          <>
            <p>Your team can no longer choose them at checkout. Orders keep their attendees.</p>
            {error && <ActionError error={error} />}
          </>
        }
        confirmLabel="Delete"
        tone="danger"
        isPending={isPending}
        onConfirm={() => mutate(person.id, { onSuccess: () => setConfirming(false) })}
        onCancel={() => setConfirming(false)}
      />
    </li>
  )
}
