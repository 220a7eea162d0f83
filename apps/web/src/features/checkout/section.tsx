import { useId, type ReactNode } from 'react'
import { Panel } from '#web/ui/panel.tsx'

/** One step of the page. */
export function Section({
  title,
  aside,
  children,
}: {
  title: string
  aside?: ReactNode
  children: ReactNode
}) {
  const id = useId()
  return (
    <Panel>
      <section aria-labelledby={id} className="px-6 py-5 max-sm:px-4">
        <div className="mb-4 flex flex-wrap items-baseline justify-between gap-x-4">
          <h2 id={id} className="text-lg">
            {title}
          </h2>
          {aside !== undefined && <span className="text-xs text-muted">{aside}</span>}
        </div>
        {children}
      </section>
    </Panel>
  )
}
