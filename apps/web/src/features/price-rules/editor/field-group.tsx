import type { ReactNode } from 'react'

/** Fields of one topic, two or three in a row. */
export function FieldGroup({
  legend,
  hint,
  children,
}: {
  legend: string
  hint?: string
  children: ReactNode
}) {
  return (
    <fieldset>
      <legend className="text-base font-semibold">{legend}</legend>
      {hint !== undefined && <p className="mt-0.5 text-sm text-muted">{hint}</p>}
      <div className="mt-3 grid gap-4 sm:grid-cols-2 lg:grid-cols-3">{children}</div>
    </fieldset>
  )
}
