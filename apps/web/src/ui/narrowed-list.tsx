import { useRef, type ReactNode } from 'react'
import { useKeptFocus } from '#web/lib/use-kept-focus.ts'
import { Button } from './button.tsx'
import { EmptyState } from './empty-state.tsx'
import { SearchIcon } from './icons.ts'
import { PagedList, type PagedQuery } from './paged-list.tsx'
import { Panel } from './panel.tsx'

interface NarrowedListProps<Item> {
  query: PagedQuery<Item>
  /** What is listed: 'purchases'. */
  things: string
  /** What narrows the list, above it. */
  filters: ReactNode
  isNarrowed: boolean
  /** Leaves nothing narrowed. */
  onClear: () => void
  /** Said where nothing is left of the list. */
  noMatch: string
  /** In place of a list that nothing has ever been in. */
  none: ReactNode
  skeleton: ReactNode
  children: (items: readonly Item[]) => ReactNode
}

/** A list that comes page by page, and what narrows it. */
export function NarrowedList<Item>({
  query,
  things,
  filters,
  isNarrowed,
  onClear,
  noMatch,
  none,
  skeleton,
  children,
}: NarrowedListProps<Item>) {
  const list = useRef<HTMLDivElement>(null)
  // "Show all" goes with what it did: the first row then has the focus.
  useKeptFocus({
    list,
    rows: () => [...(list.current?.querySelectorAll<HTMLElement>('a[href], button') ?? [])],
  })
  return (
    <Panel>
      {filters}
      <div ref={list}>
        <PagedList
          query={query}
          skeleton={skeleton}
          failed={`Your ${things} could not be loaded`}
          empty={
            // What was looked for before and found nothing stands until the wider list has come.
            isNarrowed || query.isPlaceholderData ? (
              <EmptyState
                icon={<SearchIcon />}
                title={`No ${things} match`}
                message={noMatch}
                action={<Button onPress={onClear}>Show all {things}</Button>}
              />
            ) : (
              none
            )
          }
        >
          {children}
        </PagedList>
      </div>
    </Panel>
  )
}
