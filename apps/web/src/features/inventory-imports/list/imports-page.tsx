import { useInfiniteQuery } from '@tanstack/react-query'
import type { WireInventoryImport } from '@terrace/contracts/inventory-imports'
import { Link } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { env } from '#web/lib/env.ts'
import { errorText } from '#web/lib/http/api-error.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { ShowMore } from '#web/ui/controls/show-more.tsx'
import { DataTable } from '#web/ui/data-table/data-table.tsx'
import { TableSkeleton } from '#web/ui/data-table/table-skeleton.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { LoadError } from '#web/ui/feedback/load-error.tsx'
import { DownloadIcon, UploadIcon } from '#web/ui/icons.ts'
import { LazyPart } from '#web/ui/overlay/lazy-part.tsx'
import { importListQuery } from '#web/features/inventory-imports/data/queries.ts'
import { defaultView, pathOf, type ImportPlace } from '#web/features/inventory-imports/import-place.ts'
import { ChooseFilesButton } from '#web/features/inventory-imports/upload/choose-files-button.tsx'
import { useUploads } from '#web/features/inventory-imports/upload/upload-queue.ts'
import { ImportCard } from './import-card.tsx'
import { importColumns } from './import-columns.tsx'

const loadExport = async () => ({
  default: (await import('#web/features/inventory/export/export-dialog.tsx')).ExportDialog,
})

const loadUploads = async () => ({
  default: (await import('#web/features/inventory-imports/upload/upload-list.tsx')).UploadList,
})

interface ImportsPageProps {
  go: (place: ImportPlace) => void
  onFiles: (files: Iterable<File>) => void
}

/** Uploads and the team's imports. */
export function ImportsPage({ go, onFiles }: ImportsPageProps) {
  const list = useInfiniteQuery(importListQuery())
  const imports = useMemo(() => list.data?.pages.flatMap(({ data }) => data), [list.data])
  const open = (id: string) => go({ kind: 'import', id, view: defaultView })
  const isEmpty = imports?.length === 0
  const hasUploads = useUploads().length > 0
  return (
    <div className="thin-scroll min-h-0 flex-1 overflow-y-auto">
      <div className="flex min-h-11 flex-wrap items-center gap-x-2 gap-y-1.5 border-b border-line px-5 py-1.5 max-sm:px-4">
        <h1 className="mr-auto text-base">Import</h1>
        <Button size="sm" tone="quiet" onPress={() => go({ kind: 'profiles' })}>
          Profiles
        </Button>
        <ExportButton />
        {!isEmpty && <ChooseFilesButton label="Upload files" tone="primary" onFiles={onFiles} />}
      </div>
      {hasUploads && (
        <LazyPart
          load={loadUploads}
          props={{ onConfirm: (uploadId) => go({ kind: 'confirm', uploadId }), onOpen: open }}
        />
      )}
      {imports === undefined && list.error === null && <TableSkeleton label="Loading your imports" />}
      {imports === undefined && list.error !== null && (
        <LoadError title="Couldn’t load your imports" query={list} />
      )}
      {isEmpty && <FirstSteps onFiles={onFiles} />}
      {imports && imports.length > 0 && <ImportTable imports={imports} />}
      {list.hasNextPage && (
        <ShowMore
          visible={imports?.length ?? 0}
          total={list.data?.pages[0]?.meta.total ?? 0}
          onPress={() => void list.fetchNextPage()}
          isPending={list.isFetchingNextPage}
          error={list.isFetchNextPageError ? errorText(list.error) : undefined}
        />
      )}
    </div>
  )
}

const layout = { sort: null, toggled: new Set<string>() }

function ImportTable({ imports }: { imports: readonly WireInventoryImport[] }) {
  return (
    <DataTable
      label="Imports"
      columns={importColumns}
      items={imports}
      keyOf={({ id }) => id}
      nameOf={({ file_name: name }) => name}
      renderLink={({ id }, props) => (
        <Link
          {...props}
          to="/sell/$"
          params={{ _splat: pathOf({ kind: 'import', id, view: defaultView }).path }}
        />
      )}
      renderCard={(item) => <ImportCard item={item} />}
      layout={layout}
      onLayout={() => undefined}
      selection={null}
    />
  )
}

function FirstSteps({ onFiles }: { onFiles: (files: Iterable<File>) => void }) {
  return (
    <EmptyState
      icon={<UploadIcon />}
      title="Import your stock from a file"
      message={
        <>
          Drop a CSV, TSV or XLSX file from your inventory system anywhere on this page. {env().brand}{' '}
          recognises the files of many systems and asks once what the columns of others mean. You see what a
          file would change before anything changes, and can undo it for 24 hours.
        </>
      }
      action={<ChooseFilesButton label="Upload files" tone="primary" size="md" onFiles={onFiles} />}
    />
  )
}

/** Saves the unsold stock as a file that can be imported again. */
function ExportButton() {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button
        size="sm"
        icon={<DownloadIcon aria-hidden className="size-4" />}
        aria-haspopup="dialog"
        onPress={() => setOpen(true)}
      >
        <span>
          Export<span className="max-sm:sr-only"> inventory</span>
        </span>
      </Button>
      {isOpen && (
        <LazyPart load={loadExport} props={{ filter: null, isOpen: true, onClose: () => setOpen(false) }} />
      )}
    </>
  )
}
