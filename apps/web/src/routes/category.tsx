import { keepPreviousData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import type { WireContent } from '@terrace/contracts/catalogue'
import { useEffect, useEffectEvent, useMemo, useState, type ComponentProps } from 'react'
import { SubscribeButton } from '#web/features/calendars/subscribe-button.tsx'
import { ContentEvents } from '#web/features/catalogue/content/content-events.tsx'
import { ContentHeader, ContentHeaderSkeleton } from '#web/features/catalogue/content/content-header.tsx'
import { EventRow, EventRowsSkeleton } from '#web/features/catalogue/event-card/event-row.tsx'
import { MonthChips } from '#web/features/catalogue/content/month-chips.tsx'
import {
  contentQuery,
  contentTypes,
  withMenuId,
  type ContentTarget,
} from '#web/features/catalogue/queries.ts'
import { RateNote } from '#web/features/catalogue/event-card/rate-note.tsx'
import { TileList } from '#web/features/catalogue/content/tile-list.tsx'
import type { DayRowSlot } from '#web/features/search/month/day-events.tsx'
import { LazyMonthView } from '#web/features/search/month/lazy-month-view.tsx'
import {
  addressOfView,
  readMonthAddress,
  type MonthAddress,
} from '#web/features/search/month/month-address.ts'
import { ViewSwitch } from '#web/features/search/month/view-switch.tsx'
import { errorText, isNotFoundError } from '#web/lib/http/api-error.ts'
import { useTitle } from '#web/lib/hooks/use-title.ts'
import { useServerNow } from '#web/lib/hooks/use-server-now.ts'
import { LoadError } from '#web/ui/feedback/load-error.tsx'
import { lazyPage } from '#web/ui/layout/lazy-page.tsx'
import { Panel } from '#web/ui/layout/panel.tsx'
import NotFound from './not-found.tsx'

const ContentNotFound = lazyPage(async () => ({
  default: (await import('#web/features/catalogue/content/content-not-found.tsx')).ContentNotFound,
}))

/** The content named by the URL; `null` for an unknown type or an invalid id. */
function parseContentTarget(requested = '', slug = '', id?: string): ContentTarget | null {
  const type = contentTypes.find((each) => each === requested)
  if (type === undefined) return null
  if (id === undefined) return { type, slug }
  return /^[1-9]\d{0,8}$/.test(id) ? { type, slug, typeId: Number(id) } : null
}

/** The page of a category, team, artist or venue (spec §2, `/{slug}/{name}/{id?}`). */
export default function Category() {
  const { type, name, id } = useParams({ strict: false })
  const target = parseContentTarget(type, name, id === undefined ? undefined : String(id))
  return target === null ? <NotFound /> : <Content key={`${type}/${name}/${id ?? ''}`} target={target} />
}

function Content({ target }: { target: ContentTarget }) {
  const {
    view,
    month: shownMonth,
    day,
  } = useSearch({ strict: false, select: readMonthAddress, structuralSharing: true })
  const isMonthView = view === 'month'
  // The month view loads its events itself.
  const month = isMonthView ? undefined : shownMonth
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  // Fixed on mount: a menu that loads later would change the query key of the same page.
  const [requested] = useState(() => withMenuId(queryClient, target))
  const found = useInfiniteQuery({ ...contentQuery(requested, month), placeholderData: keepPreviousData })
  const now = useServerNow()
  const first = found.data?.pages[0]
  useTitle(first?.data.title)
  useCanonicalSlug(target, first?.data.slug, (slug) => {
    const canonicalTarget = { ...target, slug }
    // The new URL's page uses one of these two query keys.
    for (const variant of [canonicalTarget, withMenuId(queryClient, canonicalTarget)]) {
      queryClient.setQueryData(contentQuery(variant, month).queryKey, found.data)
    }
  })

  if (found.isPending) {
    return (
      <>
        <ContentHeaderSkeleton />
        <div className={frame}>
          <Panel className="overflow-hidden">
            <EventRowsSkeleton label="Loading events" />
          </Panel>
        </div>
      </>
    )
  }
  if (first === undefined) {
    if (isNotFoundError(found.error)) return <ContentNotFound name={target.slug} error={found.error} />
    return (
      <div className={frame}>
        <h1 className="sr-only">Events</h1>
        <Panel>
          <LoadError title="Couldn’t load these events" query={found} />
        </Panel>
      </div>
    )
  }
  const { data: content, meta } = first
  const changeAddress = (change: MonthAddress) =>
    void navigate({
      to: '.',
      search: (known) => ({ ...known, ...change }),
      replace: true,
      resetScroll: false,
    })
  const related = relatedTiles(content)
  return (
    <>
      <ContentHeader content={content} action={<Subscribe content={content} />} />
      <div className={frame}>
        <div className={related ? 'grid gap-6 lg:grid-cols-[minmax(0,1fr)_17rem] lg:gap-7' : undefined}>
          <div className="min-w-0 space-y-4">
            <div className="flex flex-wrap items-start justify-between gap-3">
              {!isMonthView && (
                <MonthChips
                  months={content.months}
                  month={month}
                  onChange={(newMonth) => changeAddress({ month: newMonth })}
                  now={now}
                />
              )}
              {content.event_count > 0 && (
                <div className="ml-auto">
                  <ViewSwitch
                    view={isMonthView ? 'month' : 'list'}
                    onChange={(newView) => changeAddress(addressOfView(newView))}
                  />
                </div>
              )}
            </div>
            <RateNote meta={meta} className="text-xs text-muted" />
            {isMonthView ? (
              <ContentMonth
                content={content}
                address={{ month: shownMonth, day }}
                onAddressChange={changeAddress}
                now={now}
              />
            ) : (
              <ContentEvents
                name={content.title}
                events={found.data?.pages.flatMap((page) => page.data.events) ?? []}
                total={meta.total}
                isStale={found.isPlaceholderData}
                hasMore={found.hasNextPage}
                onMore={() => void found.fetchNextPage()}
                isFetchingMore={found.isFetchingNextPage}
                moreError={found.isFetchNextPageError ? errorText(found.error) : undefined}
                now={now}
              />
            )}
          </div>
          {related && (
            <div className="min-w-0 max-lg:order-first">
              <TileList {...related} />
            </div>
          )}
        </div>
      </div>
    </>
  )
}

function ContentMonth({
  content,
  now,
  ...props
}: { content: WireContent; now: number } & Pick<
  ComponentProps<typeof LazyMonthView>,
  'address' | 'onAddressChange'
>) {
  const subject = useMemo(() => ({ content }), [content])
  const row: DayRowSlot = (event, found) => (
    <li>
      <EventRow event={event} now={now} {...found} />
    </li>
  )
  return (
    <LazyMonthView
      {...props}
      subject={subject}
      knownDates={content.months.map(({ month }) => month)}
      row={row}
      skeleton={<EventRowsSkeleton label="Loading events" />}
    />
  )
}

/** Teams, artists and venues have calendars; a whole sport would be too much for a calendar app. */
function Subscribe({ content: { type, type_id: id, title } }: { content: WireContent }) {
  if (type === 'performer')
    return <SubscribeButton subject={{ kind: type, performer_id: id }} title={title} />
  if (type === 'venue') return <SubscribeButton subject={{ kind: type, venue_id: id }} title={title} />
  return null
}

/** Replaces an old slug or a name in the URL by the current slug. */
function useCanonicalSlug(
  { type, slug, typeId }: ContentTarget,
  canonicalSlug: string | undefined,
  onCanonical: (slug: string) => void,
): void {
  const navigate = useNavigate()
  const notifyCanonical = useEffectEvent(onCanonical)
  useEffect(() => {
    if (canonicalSlug === undefined || canonicalSlug === slug) return
    notifyCanonical(canonicalSlug)
    const id = typeId === undefined ? '' : `/${typeId}`
    void navigate({ to: `/${type}/${canonicalSlug}${id}`, search: true, replace: true })
  }, [canonicalSlug, slug, type, typeId, navigate])
}

/** Related content: a sport's competitions, a competition's teams, or a team's competitions if it has several. */
function relatedTiles({ type, categories, teams, events }: WireContent) {
  if (type === 'category' && categories.length > 0) return { title: 'Competitions', tiles: categories }
  if (type === 'performer' && categories.length > 1) return { title: 'Competitions', tiles: categories }
  if (teams.length === 0) return undefined
  if (type === 'venue') return { title: 'Home teams', tiles: teams }
  const isPerformed = events[0]?.performers.some(({ role }) => role === 'performer') ?? false
  return { title: isPerformed ? 'Artists' : 'Teams', tiles: teams }
}

const frame = 'mx-auto w-full max-w-360 px-4 pt-6 sm:px-5'
