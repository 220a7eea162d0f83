import { errorText, isConnectionLost } from '#web/lib/http/api-error.ts'
import { ActionError } from '#web/ui/feedback/action-error.tsx'

/** Shows `errors.title` of a failed call in red below the fields (spec §5, §8). */
export function FormError({ error }: { error: unknown }) {
  return (
    <ActionError
      error={error}
      text={
        isConnectionLost(error) ? 'Connection lost. What you entered is kept: try again.' : errorText(error)
      }
    />
  )
}
