import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { SearchEvents } from '#web/features/inventory/add/event-picker.tsx'
import { isNotFoundError } from '#web/lib/http/api-error.ts'
import { StatusPill } from '#web/ui/data-display/badge.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { LoadError } from '#web/ui/feedback/load-error.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { importQuery, isInProgress } from '#web/features/inventory-imports/data/queries.ts'
import type { RowsView } from '#web/features/inventory-imports/import-place.ts'
import { SubPage } from '#web/features/inventory-imports/sub-page.tsx'
import { stateText, stateTones } from '#web/features/inventory-imports/texts.ts'
import { ImportActions } from './import-actions.tsx'
import { ImportCounts } from './import-counts.tsx'
import { ImportNotices } from './import-notices.tsx'
import { ImportRows } from './import-rows.tsx'
import { StateLine } from './state-line.tsx'
import { useDecisions } from './use-decisions.ts'
import { useImportActions } from './use-import-actions.ts'

interface ImportPageProps {
  id: string
  view: RowsView
  onView: (view: RowsView) => void
  searchEvents: SearchEvents
  onList: () => void
  onFiles: (files: Iterable<File>) => void
}

/** What a file would do, or did: figures, rows, and what a person decides. */
export function ImportPage({ id, view, onView, searchEvents, onList, onFiles }: ImportPageProps) {
  const query = useQuery(importQuery(id))
  const actions = useImportActions(id)
  const decisions = useDecisions(id)
  const item = query.data
  const stage = useStage(item)
  if (!item)
    return (
      <SubPage parent="Import" onParent={onList} title="Import">
        {query.error === null ? (
          <Skeleton className="m-5 h-64" />
        ) : isNotFoundError(query.error) ? (
          <EmptyState title="Import not found" message="Imports are kept for 30 days after they end." />
        ) : (
          <LoadError title="Couldn’t load this import" query={query} />
        )}
      </SubPage>
    )
  return (
    <SubPage
      parent="Import"
      onParent={onList}
      title={item.file_name}
      badge={
        <StatusPill tone={stateTones[item.state]}>
          {item.state === 'previewed' ? 'Preview: nothing has changed yet' : stateText(item)}
        </StatusPill>
      }
      actions={
        <ImportActions
          item={item}
          actions={actions}
          decisions={decisions}
          onList={onList}
          onFiles={onFiles}
        />
      }
      fillsWindow
    >
      <div className="flex min-h-0 flex-1 flex-col max-sm:overflow-y-auto">
        <StateLine item={item} />
        <ImportCounts item={item} view={view} onView={onView} />
        <ImportNotices item={item} actions={actions} decisions={decisions} />
        {stage !== null && (
          <ImportRows
            item={item}
            stage={stage}
            view={view}
            onView={onView}
            decisions={decisions}
            searchEvents={searchEvents}
          />
        )}
      </div>
    </SubPage>
  )
}

/**
 * Names the present decisions about the rows; while the server makes new ones, the last ones stay. `null` until there are
 * any.
 */
function useStage(
  item: (Parameters<typeof isInProgress>[0] & { counts: object }) | undefined,
): string | null {
  const [stage, setStage] = useState<string | null>(null)
  const current = item && !isInProgress(item) ? `${item.state} ${Object.values(item.counts).join()}` : stage
  if (current !== stage) setStage(current)
  return current
}
