import { useEffect, useRef } from 'react'
import { errorText } from '#web/lib/http/api-error.ts'
import { AlertCircleIcon } from '#web/ui/icons.ts'

/** Says in red, below the control, why a call failed (spec §5, §8). */
export function ActionError({ error, text = errorText(error) }: { error: unknown; text?: string }) {
  const paragraph = useRef<HTMLParagraphElement>(null)
  // What precedes it may be long, so that it ends out of sight.
  useEffect(() => {
    paragraph.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  return (
    <p ref={paragraph} role="alert" className="flex items-start gap-2 text-sm font-medium text-danger">
      <AlertCircleIcon aria-hidden className="mt-0.5 size-4 shrink-0" />
      <span className="whitespace-pre-line">{text}</span>
    </p>
  )
}
