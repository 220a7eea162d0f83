import { useInfiniteQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { ContentHead, ContentHeadSkeleton } from '#web/features/catalogue/content-head.tsx'
import { EventRow, EventRowsSkeleton } from '#web/features/catalogue/event-row.tsx'
import { contentQuery, type ContentAddress } from '#web/features/catalogue/queries.ts'
import { ApiError, errorText } from '#web/lib/api-error.ts'
import { useTitle } from '#web/lib/title.ts'
import { useServerNow } from '#web/lib/use-server-now.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { CalendarIcon } from '#web/ui/icons.ts'
import { Panel } from '#web/ui/panel.tsx'
import { ShowMore } from '#web/ui/show-more.tsx'
import NotFound from './not-found.tsx'

/** What the address names: nothing where its kind or its number is none of ours. */
function addressOf(type = '', slug = '', id?: string): ContentAddress | null {
  if (type !== 'category' && type !== 'performer') return null
  if (id === undefined) return { type, slug }
  return /^[1-9]\d{0,8}$/.test(id) ? { type, slug, typeId: Number(id) } : null
}

/** The events to come of a category, a team or an artist (spec §2, `/{slug}/{name}/{id?}`). */
export default function Category() {
  const { type, name, id } = useParams({ strict: false })
  const address = addressOf(type, name, id === undefined ? undefined : String(id))
  return address === null ? <NotFound /> : <Content key={`${type}/${name}/${id ?? ''}`} address={address} />
}

function Content({ address }: { address: ContentAddress }) {
  const found = useInfiniteQuery(contentQuery(address))
  const now = useServerNow()
  const first = found.data?.pages[0]
  useTitle(first?.data.title)
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
    if (found.error instanceof ApiError && found.error.status === 404) return <NotFound />
    return (
      <div className={frame}>
        <Panel>
          <ErrorState
            title="These events could not be loaded"
            message={errorText(found.error)}
            onRetry={() => void found.refetch()}
            isRetrying={found.isFetching}
            isOffline={!navigator.onLine}
          />
        </Panel>
      </div>
    )
  }
  const events = found.data?.pages.flatMap((page) => page.data.events) ?? []
  const { total } = first.meta
  return (
    <>
      <ContentHead content={first.data} total={total} />
      <div className={frame}>
        <Panel className="overflow-hidden">
          {events.length === 0 ? (
            <EmptyState
              icon={<CalendarIcon />}
              title="No events to come"
              message={`Nothing is planned for ${first.data.title} at the moment.`}
            />
          ) : (
            <ul aria-label={`Events of ${first.data.title}`} className="divide-y divide-line">
              {events.map((event) => (
                <li key={event.id}>
                  <EventRow event={event} now={now} />
                </li>
              ))}
            </ul>
          )}
          {found.hasNextPage && (
            <ShowMore
              shown={events.length}
              total={total}
              onPress={() => void found.fetchNextPage()}
              isPending={found.isFetchingNextPage}
              error={found.isFetchNextPageError ? errorText(found.error) : undefined}
            />
          )}
        </Panel>
      </div>
    </>
  )
}

const frame = 'mx-auto w-full max-w-245 px-4 pt-6 sm:px-7'
