import type { ReactNode } from 'react'

export function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h2 className="mb-4 border-b border-line pb-2 text-lg">{title}</h2>
      <div className="flex flex-col gap-6">{children}</div>
    </section>
  )
}

/** A component in its states, with its name. */
export function Sample({
  name,
  children,
  isStacked,
}: {
  name: string
  children: ReactNode
  isStacked?: boolean
}) {
  return (
    <div>
      <p className="mb-2 text-2xs font-medium tracking-wide text-muted uppercase">{name}</p>
      <div className={isStacked ? 'flex flex-col gap-4' : 'flex flex-wrap items-center gap-3'}>
        {children}
      </div>
    </div>
  )
}
