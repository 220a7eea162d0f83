import type { ReactNode } from 'react'

/** A name and its value. */
export type Fact = readonly [name: string, value: ReactNode]

interface FactsProps {
  facts: readonly Fact[]
  /** Further facts below, such as a `LongFact`. */
  children?: ReactNode
}

/** Facts about an item, one per line. Long values wrap without shrinking the names. */
export function Facts({ facts, children }: FactsProps) {
  return (
    <dl className="tabular space-y-1.5 rounded bg-sunken px-4 py-3">
      {facts.map(([name, value]) => (
        <div key={name} className="flex items-baseline justify-between gap-6">
          <dt className="shrink-0 text-muted">{name}</dt>
          <dd className="min-w-0 text-right break-words">{value}</dd>
        </div>
      ))}
      {children}
    </dl>
  )
}

/** A text of several lines below the other facts. */
export function LongFact({ name, children }: { name: string; children: string }) {
  return (
    <div className="not-first:mt-1 not-first:border-t not-first:border-line not-first:pt-2.5">
      <dt className="text-muted">{name}</dt>
      <dd className="mt-0.5 [overflow-wrap:anywhere] whitespace-pre-line">{children}</dd>
    </div>
  )
}
