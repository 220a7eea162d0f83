import { keepPreviousData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import type { WireContent } from '@terrace/contracts/catalogue'
import { useEffect, useEffectEvent, useState } from 'react'
import { ContentEvents } from '#web/features/catalogue/content-events.tsx'
import { ContentHead, ContentHeadSkeleton } from '#web/features/catalogue/content-head.tsx'
import { ContentUnknown, isUnknown } from '#web/features/catalogue/content-unknown.tsx'
import { EventRowsSkeleton } from '#web/features/catalogue/event-row.tsx'
import { MonthChips } from '#web/features/catalogue/month-chips.tsx'
import {
  contentQuery,
  contentTypes,
  withMenuId,
  type ContentAddress,
} from '#web/features/catalogue/queries.ts'
import { RateNote } from '#web/features/catalogue/rate-note.tsx'
import { TileList } from '#web/features/catalogue/tile-list.tsx'
import { errorText } from '#web/lib/api-error.ts'
import { useTitle } from '#web/lib/title.ts'
import { useServerNow } from '#web/lib/use-server-now.ts'
import { LoadError } from '#web/ui/load-error.tsx'
import { Panel } from '#web/ui/panel.tsx'
import NotFound from './not-found.tsx'

/** What the address names: nothing where its kind or its number is none of ours. */
function addressOf(wanted = '', slug = '', id?: string): ContentAddress | null {
  const type = contentTypes.find((each) => each === wanted)
  if (type === undefined) return null
  if (id === undefined) return { type, slug }
  return /^[1-9]\d{0,8}$/.test(id) ? { type, slug, typeId: Number(id) } : null
}

/** A category, team, artist or venue by the kind in its address (spec §2, `/{slug}/{name}/{id?}`). */
export default function Category() {
  const { type, name, id } = useParams({ strict: false })
  const address = addressOf(type, name, id === undefined ? undefined : String(id))
  return address === null ? <NotFound /> : <Content key={`${type}/${name}/${id ?? ''}`} address={address} />
}

function Content({ address }: { address: ContentAddress }) {
  const { month } = useSearch({ strict: false })
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  // Decided once: a menu that comes later would make another question of the same page.
  const [wanted] = useState(() => withMenuId(queryClient, address))
  const found = useInfiniteQuery({ ...contentQuery(wanted, month), placeholderData: keepPreviousData })
  const now = useServerNow()
  const first = found.data?.pages[0]
  useTitle(first?.data.title)
  useCanonicalSlug(address, first?.data.slug, (slug) => {
    const next = { ...address, slug }
    // The page at the new address asks in one of these two ways.
    for (const ask of [next, withMenuId(queryClient, next)]) {
      queryClient.setQueryData(contentQuery(ask, month).queryKey, found.data)
    }
  })

  if (found.isPending) {
    return (
      <>
        <ContentHeadSkeleton />
        <div className={frame}>
          <Panel className="overflow-hidden">
            <EventRowsSkeleton label="Events are loading" />
          </Panel>
        </div>
      </>
    )
  }
  if (first === undefined) {
    if (isUnknown(found.error)) return <ContentUnknown name={address.slug} error={found.error} />
    return (
      <div className={frame}>
        <Panel>
          <LoadError title="These events could not be loaded" query={found} />
        </Panel>
      </div>
    )
  }
  const { data: content, meta } = first
  const beside = besideOf(content)
  return (
    <>
      <ContentHead content={content} />
      <div className={frame}>
        <div className={beside ? 'grid gap-6 lg:grid-cols-[minmax(0,1fr)_17rem] lg:gap-7' : undefined}>
          <div className="min-w-0 space-y-4">
            <MonthChips
              months={content.months}
              month={month}
              onChange={(next) =>
                void navigate({ to: '.', search: { month: next }, replace: true, resetScroll: false })
              }
              now={now}
            />
            <RateNote meta={meta} className="text-xs text-muted" />
            <ContentEvents
              name={content.title}
              events={found.data?.pages.flatMap((page) => page.data.events) ?? []}
              total={meta.total}
              isOld={found.isPlaceholderData}
              hasMore={found.hasNextPage}
              onMore={() => void found.fetchNextPage()}
              isFetchingMore={found.isFetchingNextPage}
              moreError={found.isFetchNextPageError ? errorText(found.error) : undefined}
              now={now}
            />
          </div>
          {beside && (
            <div className="min-w-0 max-lg:order-first">
              <TileList {...beside} />
            </div>
          )}
        </div>
      </div>
    </>
  )
}

/** An old slug, or a name in place of the slug, gives way to the slug of now. */
function useCanonicalSlug(
  { type, slug, typeId }: ContentAddress,
  slugOfNow: string | undefined,
  keep: (slug: string) => void,
): void {
  const navigate = useNavigate()
  const keepNow = useEffectEvent(keep)
  useEffect(() => {
    if (slugOfNow === undefined || slugOfNow === slug) return
    keepNow(slugOfNow)
    const id = typeId === undefined ? '' : `/${typeId}`
    void navigate({ to: `/${type}/${slugOfNow}${id}`, search: true, replace: true })
  }, [slugOfNow, slug, type, typeId, navigate])
}

/** What stands beside the events: a sport's competitions, a competition's teams; for a team only where it has several. */
function besideOf({ type, categories, teams, events }: WireContent) {
  if (type === 'category' && categories.length > 0) return { title: 'Competitions', tiles: categories }
  if (type === 'performer' && categories.length > 1) return { title: 'Competitions', tiles: categories }
  if (teams.length === 0) return undefined
  if (type === 'venue') return { title: 'At home here', tiles: teams }
  const isPerformed = events[0]?.performers.some(({ role }) => role === 'performer') ?? false
  return { title: isPerformed ? 'Artists' : 'Teams', tiles: teams }
}

const frame = 'mx-auto w-full max-w-300 px-4 pt-6 sm:px-7'
