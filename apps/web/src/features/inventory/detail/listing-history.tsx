import { useInfiniteQuery } from '@tanstack/react-query'
import {
  inventoryEditRoutes,
  type WireFieldChange,
  type WireListingChange,
} from '@terrace/contracts/inventory-edit'
import { call } from '#web/lib/http/api-client.ts'
import { inViewerTimeZone } from '#web/lib/format/viewer-time.ts'
import { NextPage } from '#web/ui/controls/next-page.tsx'
import { LoadError } from '#web/ui/feedback/load-error.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { historyKey } from '#web/features/inventory/data/queries.ts'
import { fieldTitle, valueText } from '#web/features/inventory/edit/change-text.ts'

const kindTexts = {
  created: 'Added',
  changed: 'Changed',
  published: 'Put on sale',
  unpublished: 'Taken off sale',
} as const
const sourceTexts = {
  hand: 'Your team',
  file: 'Import',
  rule: 'Price rule',
  operator: 'Marketplace operator',
} as const

/** These happen by themselves. They are stored as changes by the operator, who cannot change these fields. */
const automaticChanges: Partial<Record<WireFieldChange['field'], string>> = {
  own_hold_until: 'Own hold ended',
  in_hand_date: 'In-hand date moved with the event',
}

/** Who changed what, newest first. */
export function ListingHistory({ id }: { id: string }) {
  const query = useInfiniteQuery({
    queryKey: [...historyKey, id],
    queryFn: ({ signal, pageParam }) =>
      call(inventoryEditRoutes.history, {
        params: { listing_id: id },
        query: pageParam === '' ? {} : { before: pageParam },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: ({ data, meta }) => (meta.has_more ? data.at(-1)?.id : undefined),
  })
  const changes = query.data?.pages.flatMap(({ data }) => data)
  return (
    <section aria-label="History">
      <h3 className="mb-2 text-sm">History</h3>
      {changes === undefined && query.error !== null && (
        <LoadError title="Couldn’t load the history" query={query} />
      )}
      {changes === undefined && query.error === null && <Skeleton className="h-20" />}
      {changes?.length === 0 && <p className="text-xs text-muted">No changes yet.</p>}
      <ol className="divide-y divide-line-soft text-xs">
        {changes?.map((change) => (
          <Change key={change.id} change={change} />
        ))}
      </ol>
      <NextPage query={query} label="Show earlier changes" tone="quiet" />
    </section>
  )
}

function titleOf({
  kind,
  source,
  actor_name: actor,
  bulk_edit_id: bulkEdit,
  is_undo: isUndo,
  changes,
}: WireListingChange) {
  const automatic = changes.map(({ field }) => automaticChanges[field]).find((title) => title !== undefined)
  if (kind === 'changed' && source === 'operator' && automatic !== undefined) return automatic
  const how = bulkEdit === null ? '' : isUndo ? ', undo of a bulk edit' : ', bulk edit'
  return `${kindTexts[kind]} by ${actor ?? sourceTexts[source]}${how}`
}

function Change({ change }: { change: WireListingChange }) {
  const { kind, at, changes } = change
  return (
    <li className="py-2">
      <p className="flex justify-between gap-3">
        <span className="font-medium">{titleOf(change)}</span>
        <time dateTime={at} className="tabular shrink-0 text-muted">
          {inViewerTimeZone(at)}
        </time>
      </p>
      {kind === 'changed' && (
        <ul className="tabular mt-0.5 text-muted">
          {changes.map(({ field, from, to }) => (
            <li key={field}>
              {fieldTitle(field)}: {valueText(field, from)} →{' '}
              <span className="text-ink">{valueText(field, to)}</span>
            </li>
          ))}
        </ul>
      )}
    </li>
  )
}
