import { useId, useState } from 'react'
import { fieldRefusal, seesMoney } from '#web/lib/http/refusals.ts'
import { Spinner } from '#web/ui/feedback/spinner.tsx'
import { bulkActionClass, bulkPrimaryClass } from '#web/ui/data-table/bulk-action-classes.ts'
import { CloseIcon } from '#web/ui/icons.ts'
import { counted } from '#web/features/inventory/texts.ts'
import { BarSelect } from './bar-controls.tsx'
import {
  bulkFields,
  bulkFieldText,
  emptyDraft,
  parseBulk,
  type BulkChangeInput,
  type BulkDraft,
} from './bulk-change.ts'
import { DraftControls } from './draft-controls.tsx'

interface BulkBarProps {
  count: number
  total: number
  isPending: boolean
  onClear: () => void
  onPreview: (change: BulkChangeInput) => void
  onExport: () => void
  isExporting: boolean
}

/** Changes of the selected listings, docked below the grid. Nothing changes before the preview is confirmed. */
export function InventoryBulkBar(props: BulkBarProps) {
  const { count, total, isPending, onClear, onPreview } = props
  const [draft, setDraft] = useState<BulkDraft>(() =>
    seesMoney() ? emptyDraft : { ...emptyDraft, floorBy: 'price' },
  )
  const [error, setError] = useState<string>()
  const reasonId = useId()
  const change = (edited: Partial<BulkDraft>) => {
    setDraft((known) => ({ ...known, ...edited }))
    setError(undefined)
  }

  const refusal = fieldRefusal(draft.field)

  function preview() {
    if (isPending || refusal !== null) return
    const parsed = parseBulk(draft)
    if (parsed.ok) onPreview(parsed.change)
    else setError(parsed.message)
  }

  return (
    <form
      aria-label="Selected listings"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        preview()
      }}
      className="flex min-h-11 shrink-0 flex-wrap items-center gap-x-2 gap-y-2 bg-bar px-4 py-1.5 text-xs text-on-bar"
    >
      <button
        type="button"
        aria-label="Clear selection"
        onClick={onClear}
        className="-ml-1.5 inline-flex size-8 items-center justify-center rounded hover:bg-[#ffffff1f] max-sm:size-10"
      >
        <CloseIcon aria-hidden className="size-4" />
      </button>
      <p role="status" className="tabular">
        <strong className="font-semibold">{count.toLocaleString('en-GB')} selected</strong>
        <span className="ml-2 text-[#ffffffbf]">of {total.toLocaleString('en-GB')}</span>
      </p>
      <BarSelect
        label="Change"
        options={bulkFields.map((id) => ({ id, name: bulkFieldText(id) }))}
        value={draft.field}
        onChange={(field) => change({ field })}
      />
      <DraftControls draft={draft} onChange={change} />
      {error !== undefined && (
        <p role="alert" className="font-semibold text-[#ffb3c4]">
          {error}
        </p>
      )}
      {refusal !== null && (
        <p id={reasonId} className="text-[#ffffffbf]">
          {refusal}
        </p>
      )}
      <span className="ml-auto text-[#ffffffbf] max-2xl:hidden">Undo for 24 hours</span>
      <button
        type="button"
        disabled={props.isExporting}
        className={`${bulkActionClass} max-2xl:ml-auto`}
        onClick={props.onExport}
      >
        Export
      </button>
      <button
        type="submit"
        aria-busy={isPending}
        aria-disabled={refusal !== null || undefined}
        aria-describedby={refusal === null ? undefined : reasonId}
        className={`${bulkPrimaryClass} aria-disabled:opacity-45`}
      >
        {isPending && <Spinner />}
        Preview {counted(count, 'change')}
      </button>
    </form>
  )
}
