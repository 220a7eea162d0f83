import type { ReactNode } from 'react'

/** Text page in one narrow column, with an optional table of contents on wide screens. */
export function ReadingPage({
  title,
  lead,
  aside,
  children,
}: {
  title: string
  lead?: ReactNode
  aside?: ReactNode
  children: ReactNode
}) {
  return (
    <div className="mx-auto w-full max-w-245 px-4 pt-6 sm:px-5 sm:pt-10">
      <h1 className="text-2xl">{title}</h1>
      {lead !== undefined && <p className="mt-2 max-w-[44rem] text-base text-muted">{lead}</p>}
      <div className="mt-7 grid gap-x-12 gap-y-8 sm:mt-9 lg:grid-cols-[minmax(0,44rem)_minmax(0,1fr)]">
        {children}
        {aside !== undefined && <div className="max-lg:hidden">{aside}</div>}
      </div>
    </div>
  )
}
