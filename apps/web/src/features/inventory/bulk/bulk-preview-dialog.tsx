import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { inventoryBulkRoutes, type WireBulkEdit } from '@terrace/contracts/inventory-bulk'
import { formatCount } from '@terrace/domain/tickets/format-count'
import { useState } from 'react'
import { call } from '#web/lib/http/api-client.ts'
import { FormError } from '#web/forms/form-error.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { NextPage } from '#web/ui/controls/next-page.tsx'
import { Segmented } from '#web/ui/controls/segmented.tsx'
import { LoadError } from '#web/ui/feedback/load-error.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { bulkEditsQuery } from '#web/features/inventory/data/queries.ts'
import { counted, moneyText } from '#web/features/inventory/texts.ts'
import { BulkRows } from './bulk-rows.tsx'

export interface BulkPreviewDialogProps {
  edit: WireBulkEdit
  isOpen: boolean
  onClose: () => void
  /** Rows have changed: the list reloads. */
  onChanged: () => void
}

type Shown = 'changed' | 'problems' | 'unchanged'

/** What a bulk edit changes, row by row; then what it changed, with undo. */
export function BulkPreviewDialog({ edit: opened, isOpen, onClose, onChanged }: BulkPreviewDialogProps) {
  const client = useQueryClient()
  const [edit, setEdit] = useState(opened)
  const [shown, setShown] = useState<Shown>(opened.counts.changed > 0 ? 'changed' : 'problems')
  const [confirmed, setConfirmed] = useState<ReadonlySet<string>>(new Set())
  const rows = useInfiniteQuery({
    queryKey: [inventoryBulkRoutes.rows.name, edit.id, edit.state, shown],
    queryFn: ({ signal, pageParam }) =>
      call(inventoryBulkRoutes.rows, {
        params: { bulk_edit_id: edit.id },
        query: { show: shown, page: pageParam },
        signal,
      }),
    initialPageParam: 1,
    getNextPageParam: ({ meta }) => (meta.page < meta.last_page ? meta.page + 1 : undefined),
  })
  function finish({ data }: { data: WireBulkEdit }) {
    setEdit(data)
    setShown(data.counts.changed > 0 ? 'changed' : 'problems')
    void client.invalidateQueries({ queryKey: bulkEditsQuery().queryKey })
    onChanged()
  }
  const params = { bulk_edit_id: edit.id }
  const apply = useMutation({
    mutationFn: () => call(inventoryBulkRoutes.apply, { params }),
    onSuccess: finish,
  })
  const undo = useMutation({
    mutationFn: () => call(inventoryBulkRoutes.undo, { params, body: { confirmed_unsold: [...confirmed] } }),
    onSuccess: finish,
  })
  const isPending = apply.isPending || undo.isPending
  const error = apply.error ?? undo.error
  const items = rows.data?.pages.flatMap(({ data }) => data)
  return (
    <Dialog
      title={titles[edit.state]}
      size="lg"
      isOpen={isOpen}
      onClose={onClose}
      isDismissable={!isPending}
      actions={
        <Actions
          edit={edit}
          isPending={isPending}
          onApply={() => apply.mutate()}
          onUndo={() => undo.mutate()}
          onClose={onClose}
        />
      }
    >
      <Summary edit={edit} />
      <Segmented
        label="Show"
        className="mt-3"
        segments={[
          { value: 'changed', label: `Changes ${formatCount(edit.counts.changed)}` },
          { value: 'problems', label: `Problems ${formatCount(edit.counts.problems)}` },
          { value: 'unchanged', label: `Unchanged ${formatCount(edit.counts.unchanged)}` },
        ]}
        value={shown}
        onChange={(value) => setShown(value === 'problems' || value === 'unchanged' ? value : 'changed')}
      />
      {items === undefined && rows.error === null && <Skeleton className="mt-3 h-48" />}
      {items === undefined && rows.error !== null && (
        <LoadError title="Couldn’t load the rows" query={rows} />
      )}
      {items && (
        <BulkRows
          rows={items}
          unsold={
            edit.state === 'applied' || edit.state === 'undoing'
              ? {
                  confirmed,
                  confirm: (ids: readonly string[], isConfirmed: boolean) =>
                    setConfirmed((known) => {
                      const next = new Set(known)
                      for (const id of ids) {
                        if (isConfirmed) next.add(id)
                        else next.delete(id)
                      }
                      return next
                    }),
                }
              : null
          }
        />
      )}
      <NextPage query={rows} className="mt-2" />
      {error && <FormError error={error} />}
    </Dialog>
  )
}

const titles: Readonly<Record<WireBulkEdit['state'], string>> = {
  previewed: 'Preview: nothing has changed yet',
  applying: 'Bulk edit, interrupted',
  applied: 'Bulk edit applied',
  undoing: 'Undo, interrupted',
  undone: 'Bulk edit undone',
}

function Summary({ edit: { state, counts, events, values } }: { edit: WireBulkEdit }) {
  const places = counts.changed > 0 ? ` in ${counted(events, 'event')}` : ''
  const texts = {
    previewed: `${counted(counts.selected, 'listing')}: ${formatCount(counts.changed)} change${places}, ${formatCount(counts.unchanged)} stay as they are, ${formatCount(counts.problems)} with a problem.`,
    applying: `${formatCount(counts.applied)} of ${formatCount(counts.changed)} changes are saved. Go on to save the rest.`,
    applied: `${counted(counts.applied, 'change')} saved, ${formatCount(counts.problems)} with a problem.`,
    undoing: `${formatCount(counts.undone)} of ${formatCount(counts.applied)} changes are undone. Go on to undo the rest.`,
    undone: `${counted(counts.undone, 'change')} undone.`,
  }
  return (
    <div className="text-sm">
      <p role="status">{texts[state]}</p>
      {values.map(
        ({
          currency,
          asking_from: askingFrom,
          asking_to: askingTo,
          proceeds_from: from,
          proceeds_to: to,
        }) => (
          <p key={currency} className="tabular mt-1 text-muted">
            Asking {moneyText(askingFrom)} → <b className="text-ink">{moneyText(askingTo)}</b>
            {from && to && (
              <>
                , proceeds {moneyText(from)} → <b className="text-ink">{moneyText(to)}</b>
              </>
            )}
          </p>
        ),
      )}
    </div>
  )
}

interface ActionsProps {
  edit: WireBulkEdit
  isPending: boolean
  onApply: () => void
  onUndo: () => void
  onClose: () => void
}

function Actions({ edit: { state, counts }, isPending, onApply, onUndo, onClose }: ActionsProps) {
  if (state === 'previewed' || state === 'applying')
    return (
      <>
        <Button onPress={onClose} isDisabled={isPending}>
          Cancel
        </Button>
        <Button tone="primary" isPending={isPending} isDisabled={counts.changed === 0} onPress={onApply}>
          {state === 'applying' ? 'Go on' : `Apply ${counted(counts.changed, 'change')}`}
        </Button>
      </>
    )
  return (
    <>
      {state !== 'undone' && counts.applied > 0 && (
        <Button isPending={isPending} onPress={onUndo}>
          {state === 'undoing' ? 'Go on with the undo' : `Undo ${counted(counts.applied, 'change')}`}
        </Button>
      )}
      <Button tone="primary" isDisabled={isPending} onPress={onClose}>
        Done
      </Button>
    </>
  )
}
