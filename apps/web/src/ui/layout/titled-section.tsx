import { useId, type ReactNode } from 'react'

/** A section of "My account" with a heading. */
export function TitledSection({
  heading,
  aside,
  children,
}: {
  heading: string
  aside?: ReactNode
  children: ReactNode
}) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <div className="mb-3 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 id={id} className="text-base">
          {heading}
        </h2>
        {aside}
      </div>
      {children}
    </section>
  )
}
