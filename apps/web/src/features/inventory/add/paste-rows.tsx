import { useMutation } from '@tanstack/react-query'
import { inventoryDraftsRoutes, type WireDraft } from '@terrace/contracts/inventory-drafts'
import type { BodyInputOf, ResponseOf } from '@terrace/contracts/route'
import { useEffect, useEffectEvent, useState } from 'react'
import { call } from '#web/lib/http/api-client.ts'
import { errorText } from '#web/lib/http/api-error.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { counted } from '#web/features/inventory/texts.ts'
import { ColumnMeanings } from './column-meanings.tsx'
import { EventPicker, type PickedEvent, type SearchEvents } from './event-picker.tsx'
import type { PastedDraft } from './pasted-draft.ts'
import { rememberedColumns, rememberColumns, type ChosenColumns } from './remembered-columns.ts'
import { RowDrafts } from './row-drafts.tsx'
import { useAddDrafts } from './use-add-drafts.ts'

interface PasteRowsProps {
  initialText: string
  searchEvents: SearchEvents
  onPending: (isPending: boolean) => void
  onAdded: () => void
  onClose: () => void
}

type ReadBody = BodyInputOf<typeof inventoryDraftsRoutes.readRows>
type Pasted = ResponseOf<typeof inventoryDraftsRoutes.readRows>['data']

/** Adds listings from rows that were copied from a spreadsheet: columns are asked once, bad rows are edited in place. */
export function PasteRows({ initialText, searchEvents, onPending, onAdded, onClose }: PasteRowsProps) {
  const [text, setText] = useState(initialText)
  const [columns, setColumns] = useState<ChosenColumns | undefined>()
  const [event, setEvent] = useState<PickedEvent | null>(null)
  const [pasted, setPasted] = useState<Pasted | null>(null)
  const [rows, setRows] = useState<readonly PastedDraft[]>([])
  const [status, setStatus] = useState('')
  const { add, progress } = useAddDrafts(onPending)
  const read = useMutation({
    mutationFn: (body: ReadBody) => call(inventoryDraftsRoutes.readRows, { body }),
    onSuccess: ({ data }) => {
      setPasted(data)
      setRows(data.drafts.map((draft) => toRow(draft)))
    },
  })

  function readAgain(change: { text?: string; columns?: ChosenColumns; event?: PickedEvent | null }) {
    const next = { text, columns, event, ...change }
    setText(next.text)
    setColumns(next.columns)
    setEvent(next.event)
    setStatus('')
    if (next.text.trim() === '') return
    read.mutate(bodyOf(next))
  }
  const readInitial = useEffectEvent(() => {
    if (initialText !== '') read.mutate(bodyOf({ text: initialText, columns, event }))
  })
  useEffect(() => readInitial(), [])

  function chooseColumns(chosen: ChosenColumns) {
    rememberColumns(text, chosen)
    readAgain({ columns: chosen })
  }

  /** Reads edited rows again, with the format of the paste. */
  async function check(
    changes: ReadonlyMap<number, { cells: WireDraft['cells']; eventId: number | null }>,
    isChosen = false,
  ) {
    if (!pasted) return
    const indexes = [...changes.keys()]
    setRows((known) => known.map((row, at) => (changes.has(at) ? { ...row, isChecking: true } : row)))
    try {
      const { data } = await call(inventoryDraftsRoutes.check, {
        body: {
          format: pasted.format,
          drafts: [...changes.values()].map(({ cells, eventId }) => ({ cells, event_id: eventId })),
        },
      })
      setRows((known) =>
        known.map((row, at) => {
          const draft = data[indexes.indexOf(at)]
          return draft ? toRow(draft, isChosen || row.isChosen) : row
        }),
      )
    } catch (error) {
      setRows((known) =>
        known.map((row, at) =>
          changes.has(at) ? { ...row, isChecking: false, rejection: errorText(error) } : row,
        ),
      )
    }
  }

  /** Rows of the same event get it together. */
  function chooseEvent(at: number, eventId: number) {
    const key = rows[at]?.draft.event_key
    const same = rows.flatMap(({ draft, isAdded }, index) =>
      !isAdded && (index === at || (key !== '' && draft.event_key === key))
        ? [[index, { cells: draft.cells, eventId }] as const]
        : [],
    )
    void check(new Map(same), key !== '' && key !== undefined)
  }

  const ready = rows.flatMap((row, at) =>
    row.draft.listing && !row.isAdded && !row.isChecking ? [{ at, listing: row.draft.listing }] : [],
  )
  const open = rows.filter(({ isAdded }) => !isAdded).length

  async function addReady() {
    const outcomes = await add(ready.map(({ listing }) => listing))
    const byRow = new Map(ready.map(({ at }, index) => [at, outcomes[index]]))
    setRows((known) =>
      known.map((row, at) => {
        const outcome = byRow.get(at)
        return outcome ? { ...row, isAdded: outcome.listing !== null, rejection: outcome.problem } : row
      }),
    )
    const count = outcomes.filter(({ listing }) => listing !== null).length
    setStatus(`${counted(count, 'listing')} added, ${outcomes.length - count} rejected.`)
    if (count > 0) onAdded()
  }

  const hasEvent =
    pasted?.columns.some(({ meaning }) => /event_(?:id|name)/.test(meaning?.field ?? '')) ?? true
  return (
    <div className="space-y-3">
      <div>
        <label htmlFor="pasted-rows" className="text-sm font-medium">
          Rows of a spreadsheet
        </label>
        <textarea
          id="pasted-rows"
          // The dialog was opened to paste here.
          autoFocus
          rows={pasted ? 2 : 6}
          value={text}
          spellCheck={false}
          wrap="off"
          placeholder="Copy rows with their header in your spreadsheet, and paste them here."
          onChange={({ target }) => readAgain({ text: target.value, ...(columns && { columns }) })}
          className="thin-scroll tabular mt-1 block w-full resize-y rounded border border-line-strong bg-surface px-3 py-2 text-xs"
        />
      </div>
      {read.isError && (
        <p role="alert" className="text-sm font-medium text-danger">
          The rows couldn’t be read. {errorText(read.error)}
        </p>
      )}
      {pasted && (
        <>
          <ColumnMeanings pasted={pasted} onChange={chooseColumns} />
          {!hasEvent && (
            <EventPicker
              event={event}
              onChange={(chosen) => readAgain({ event: chosen })}
              search={searchEvents}
              error={event === null ? 'No column names the event. Choose the event of all rows.' : undefined}
            />
          )}
          <RowDrafts
            rows={rows}
            columns={pasted.columns}
            onEdit={(at, cells) =>
              void check(new Map([[at, { cells, eventId: rows[at]?.draft.event?.id ?? null }]]))
            }
            onChooseEvent={chooseEvent}
          />
          {pasted.left_out > 0 && (
            <p className="text-sm text-muted">
              {counted(pasted.left_out, 'row')} more were left out. Import a file to add that many.
            </p>
          )}
        </>
      )}
      <div className="flex flex-wrap items-center justify-end gap-2 pt-1">
        <p role="status" className="mr-auto text-sm text-muted">
          {progress
            ? `Adding ${progress.done} of ${progress.total}`
            : status ||
              (rows.length === 0 ? '' : `${ready.length} ready, ${open - ready.length} need a change.`)}
        </p>
        <Button onPress={onClose} isDisabled={progress !== null}>
          {rows.some(({ isAdded }) => isAdded) ? 'Done' : 'Cancel'}
        </Button>
        <Button
          tone="primary"
          isPending={progress !== null}
          isDisabled={ready.length === 0}
          onPress={() => void addReady()}
        >
          Add {counted(ready.length, 'listing')}
        </Button>
      </div>
    </div>
  )
}

/** Columns as chosen now, or for an earlier paste like it. */
function bodyOf({
  text,
  columns = rememberedColumns(text),
  event,
}: {
  text: string
  columns: ChosenColumns | undefined
  event: PickedEvent | null
}): ReadBody {
  return { text, ...(columns && { columns }), event_id: event?.id ?? null }
}

const toRow = (draft: WireDraft, isChosen = false): PastedDraft => ({
  draft,
  isChecking: false,
  isChosen,
  isAdded: false,
  rejection: null,
})
