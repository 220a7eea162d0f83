import { useEffect, useRef } from 'react'
import { errorText } from '#web/lib/http/api-error.ts'
import { AlertCircleIcon } from '#web/ui/icons.ts'

/** Shows `errors.title` of a failed call in red below the fields (spec §5, §8). */
export function FormError({ error }: { error: unknown }) {
  const text = useRef<HTMLParagraphElement>(null)
  // A long form may end out of sight.
  useEffect(() => {
    text.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  return (
    <p ref={text} role="alert" className="flex items-start gap-2 text-sm font-medium text-danger">
      <AlertCircleIcon aria-hidden className="mt-0.5 size-4 shrink-0" />
      <span className="whitespace-pre-line">{errorText(error)}</span>
    </p>
  )
}
