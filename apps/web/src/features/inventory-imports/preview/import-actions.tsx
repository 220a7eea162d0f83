import { inventoryImportsRoutes, type WireInventoryImportDetail } from '@terrace/contracts/inventory-imports'
import { useState } from 'react'
import { call } from '#web/lib/http/api-client.ts'
import { useCommands } from '#web/lib/commands/use-commands.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { refusal } from '#web/lib/http/refusals.ts'
import { ExplainedButton } from '#web/ui/controls/explained-button.tsx'
import { DownloadIcon } from '#web/ui/icons.ts'
import { LazyPart } from '#web/ui/overlay/lazy-part.tsx'
import { ConfirmDialog } from '#web/ui/overlay/confirm-dialog.tsx'
import { isInProgress } from '#web/features/inventory-imports/data/queries.ts'
import { saveParts } from '#web/lib/save-parts.ts'
import { ChooseFilesButton } from '#web/features/inventory-imports/upload/choose-files-button.tsx'
import type { Decisions } from './use-decisions.ts'
import type { ImportActionsState } from './use-import-actions.ts'
import { useSaving } from '#web/features/inventory-imports/data/use-saving.ts'

interface ImportActionsProps {
  item: WireInventoryImportDetail
  actions: ImportActionsState
  decisions: Decisions
  onList: () => void
  onFiles: (files: Iterable<File>) => void
}

const loadUndo = async () => ({ default: (await import('../outcome/undo-dialog.tsx')).UndoDialog })

/** What a person can do with an import at its present step. */
export function ImportActions({ item, actions, decisions, onList, onFiles }: ImportActionsProps) {
  const { state, counts } = item
  const isOpen = state === 'previewed' || (isInProgress(item) && state !== 'applying' && state !== 'undoing')
  const [isDiscarding, setDiscarding] = useState(false)
  const [isUndoing, setUndoing] = useState(false)
  const saving = useSaving()
  const written = counts.new + counts.changed + (item.withdrawals === 'kept' ? 0 : counts.withdrawn)
  const isReady = state === 'previewed' && item.withdrawals !== 'guarded' && decisions.pending === 0
  const apply = () => actions.apply.mutate()
  useCommands('Import', [
    { id: 'imports.apply', title: 'Apply import', run: isReady && refusal('list') === null ? apply : null },
    { id: 'imports.list', title: 'All imports', run: onList },
  ])
  const isUndoable = item.undo_until !== null && counts.written > 0
  return (
    <>
      {isOpen && (
        <>
          <ExplainedButton
            reason={refusal('list')}
            size="sm"
            tone="quiet"
            onPress={() => setDiscarding(true)}
          >
            Discard
          </ExplainedButton>
          <ChooseFilesButton
            label="Choose another file"
            onFiles={(files) => {
              actions.discard.mutate()
              onFiles(files)
            }}
          />
          <ExplainedButton
            reason={refusal('list')}
            size="sm"
            tone="primary"
            isDisabled={!isReady}
            isPending={actions.apply.isPending}
            onPress={apply}
          >
            {written === 0 && state === 'previewed' ? 'Finish import' : 'Apply import'}
          </ExplainedButton>
        </>
      )}
      {!isOpen && (
        <>
          {saving.problem !== null && (
            <span role="alert" className="text-xs font-medium text-danger">
              {saving.problem}
            </span>
          )}
          {item.rows_read > 0 && (
            <Button
              size="sm"
              icon={<DownloadIcon aria-hidden className="size-4" />}
              isPending={saving.isSaving}
              onPress={() => saving.save(() => saveResult(item.id))}
            >
              Download result
            </Button>
          )}
          {isUndoable && (
            <ExplainedButton reason={refusal('list')} size="sm" onPress={() => setUndoing(true)}>
              Undo import
            </ExplainedButton>
          )}
        </>
      )}
      <ConfirmDialog
        isOpen={isDiscarding}
        title="Discard this import?"
        message="Your listings stay as they are. Decisions about events are kept for later files."
        confirmLabel="Discard"
        isPending={actions.discard.isPending}
        onCancel={() => setDiscarding(false)}
        onConfirm={() =>
          actions.discard.mutate(undefined, {
            onSuccess: () => {
              setDiscarding(false)
              onList()
            },
            onError: () => setDiscarding(false),
          })
        }
      />
      {isUndoing && (
        <LazyPart
          load={loadUndo}
          props={{ item, undo: actions.undo, isOpen: true, onClose: () => setUndoing(false) }}
        />
      )}
    </>
  )
}

const saveResult = (id: string) =>
  saveParts((after) =>
    call(inventoryImportsRoutes.result, {
      params: { import_id: id },
      query: after === undefined ? {} : { after },
    }),
  )
