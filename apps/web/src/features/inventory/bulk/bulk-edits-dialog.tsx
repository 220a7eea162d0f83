import { useQuery } from '@tanstack/react-query'
import type { WireBulkEdit } from '@terrace/contracts/inventory-bulk'
import { inViewerTimeZone } from '#web/lib/format/viewer-time.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { LoadError } from '#web/ui/feedback/load-error.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { bulkEditsQuery } from '#web/features/inventory/data/queries.ts'
import { counted } from '#web/features/inventory/texts.ts'

export interface BulkEditsDialogProps {
  isOpen: boolean
  onClose: () => void
  onOpen: (edit: WireBulkEdit) => void
}

/** Bulk edits of the last 24 hours, which can be undone. */
export function BulkEditsDialog({ isOpen, onClose, onOpen }: BulkEditsDialogProps) {
  const query = useQuery({ ...bulkEditsQuery(), enabled: isOpen, refetchOnMount: 'always' })
  const edits = query.data
  return (
    <Dialog title="Bulk edits of the last 24 hours" isOpen={isOpen} onClose={onClose}>
      {edits === undefined && query.error !== null && (
        <LoadError title="Couldn’t load your bulk edits" query={query} />
      )}
      {edits === undefined && query.error === null && <Skeleton className="h-24" />}
      {edits?.length === 0 && (
        <p className="text-sm text-muted">
          None yet. Select listings in the table to change them together; you can undo it here.
        </p>
      )}
      <ul className="divide-y divide-line-soft text-sm">
        {edits?.map((edit) => (
          <li key={edit.id} className="flex items-center justify-between gap-4 py-2">
            <span>
              {counted(edit.counts.applied, 'change')}
              {edit.created_by !== null && ` by ${edit.created_by}`}
              <span className="tabular block text-xs text-muted">
                {inViewerTimeZone(edit.created_at)}
                {edit.state === 'undone' && ', undone'}
              </span>
            </span>
            <Button size="sm" onPress={() => onOpen(edit)}>
              {edit.state === 'undone' ? 'Show' : 'Show and undo'}
            </Button>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
