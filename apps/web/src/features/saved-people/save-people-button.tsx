import type { SavedPersonDetails } from '@terrace/contracts/saved-people'
import { errorText } from '#web/lib/http/api-error.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { useSavePeople } from './mutations.ts'

interface SavePeopleButtonProps {
  seats: string
  people: readonly SavedPersonDetails[]
  isDisabled: boolean
}

/** Saves names and contact details for the next checkout. */
export function SavePeopleButton({ seats, people, isDisabled }: SavePeopleButtonProps) {
  const { mutate, isPending, data, error, variables } = useSavePeople()
  const isSaved = data !== undefined && JSON.stringify(variables) === JSON.stringify(people)
  if (people.length === 0) return null
  return (
    <>
      <span role="status" className="text-xs text-muted">
        {isSaved && 'Saved for next time, without documents'}
      </span>
      {error && (
        <span role="alert" className="text-xs font-medium text-danger">
          {errorText(error)}
        </span>
      )}
      {!isSaved && (
        <Button
          size="sm"
          tone="quiet"
          isPending={isPending}
          isDisabled={isDisabled}
          aria-label={`Save ${people.length === 1 ? 'attendee' : 'attendees'} for next time, ${seats}`}
          onPress={() => mutate([...people])}
        >
          {people.length === 1 ? 'Save attendee' : 'Save attendees'}
        </Button>
      )}
    </>
  )
}
