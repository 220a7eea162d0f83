import { ApiError, errorText } from '#web/lib/api-error.ts'
import { AlertCircleIcon } from '#web/ui/icons.ts'

/** Why an answer did not get through. One that may have got through can be sent again: it counts once. */
export function AnswerProblem({ error }: { error: unknown }) {
  return (
    <p role="alert" className="flex items-start gap-2 text-sm font-medium text-danger">
      <AlertCircleIcon aria-hidden className="mt-0.5 size-4 shrink-0" />
      <span className="whitespace-pre-line">
        {error instanceof ApiError
          ? errorText(error)
          : 'Your answer could not be sent. Check the connection and press again: it counts only once.'}
      </span>
    </p>
  )
}
