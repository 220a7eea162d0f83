import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { useListFocus } from '#web/lib/hooks/use-list-focus.ts'
import { LoadError } from '#web/ui/feedback/load-error.tsx'
import { Skeleton, SkeletonRegion } from '#web/ui/feedback/skeleton.tsx'
import { Panel } from '#web/ui/layout/panel.tsx'
import { TitledSection } from '#web/ui/layout/titled-section.tsx'
import { DataExportRow } from './data-export-row.tsx'
import { dataExportQuery } from './queries.ts'

/** The account's personal data as a file: request, state, download. */
export function DataExportSection() {
  const query = useQuery(dataExportQuery())
  const { data, error } = query
  const section = useRef<HTMLDivElement>(null)
  const state = useRef<HTMLDivElement>(null)
  useListFocus({
    list: section,
    rows: () => [...(section.current?.querySelectorAll('button') ?? [])],
    field: state,
  })
  return (
    <div ref={section}>
      <TitledSection heading="Your data">
        <Panel>
          {data ? (
            // Receives the focus while an export runs and there is no button.
            <div ref={state} tabIndex={-1} className="outline-none">
              <DataExportRow found={data.export} retentionDays={data.retention_days} />
            </div>
          ) : error ? (
            <LoadError title="Couldn’t load the state of your data export" query={query} />
          ) : (
            <SkeletonRegion label="Loading your data export" className="space-y-3 px-4 py-4 sm:px-5">
              <Skeleton className="h-5 w-56" />
              <Skeleton className="h-4 w-64" />
            </SkeletonRegion>
          )}
        </Panel>
      </TitledSection>
    </div>
  )
}
