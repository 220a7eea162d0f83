import { ApiError, errorText } from '#web/lib/http/api-error.ts'
import { AlertCircleIcon } from '#web/ui/icons.ts'

/** Why a response failed. A response that may have arrived can be sent again, because it counts once. */
export function ResponseError({ error }: { error: unknown }) {
  return (
    <p role="alert" className="flex items-start gap-2 text-sm font-medium text-danger">
      <AlertCircleIcon aria-hidden className="mt-0.5 size-4 shrink-0" />
      <span className="whitespace-pre-line">
        {error instanceof ApiError
          ? errorText(error)
          : 'Couldn’t send your response. Check your connection and try again.'}
      </span>
    </p>
  )
}
