import { ApiError, errorText, isConnectionLost } from '#web/lib/http/api-error.ts'
import { ActionError } from '#web/ui/feedback/action-error.tsx'

interface FormErrorProps {
  error: unknown
  /** Fields of the contract whose errors the form shows itself. */
  shownFields?: readonly string[]
}

/** Shows what is wrong with a failed call in red below the fields (spec §5, §8), without what the fields show. */
export function FormError({ error, shownFields = [] }: FormErrorProps) {
  const errors = error instanceof ApiError ? Object.entries(error.fieldErrors) : []
  const others = errors.filter(([name]) => !shownFields.includes(name))
  if (errors.length > 0 && others.length === 0) return null
  return <ActionError error={error} text={textOf(error, others.length < errors.length ? others : [])} />
}

/** The server's own text has the first invalid field only, which the form may show. */
function textOf(error: unknown, fields: readonly [name: string, text: string][]): string {
  if (fields.length > 0) return fields.map(([name, text]) => `${name}: ${text}`).join('; ')
  return isConnectionLost(error) ? 'Connection lost. What you entered is kept: try again.' : errorText(error)
}
