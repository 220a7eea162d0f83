import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { inventoryDraftsRoutes, type WireTextDraft } from '@terrace/contracts/inventory-drafts'
import type { WireInventoryRow } from '@terrace/contracts/inventory-row'
import { useRef, useState, type KeyboardEvent } from 'react'
import { useDebouncedValue } from '#web/lib/hooks/use-debounced-value.ts'
import { call } from '#web/lib/http/api-client.ts'
import { errorText } from '#web/lib/http/api-error.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { counted, listingName } from '#web/features/inventory/texts.ts'
import { AddedListings } from './added-listings.tsx'
import { TextDraft } from './text-draft.tsx'
import { useAddDrafts } from './use-add-drafts.ts'

const debounceMs = 120

interface QuickTextProps {
  onPending: (isPending: boolean) => void
  onAdded: () => void
  onClose: () => void
  /** The pasted text is rows of a spreadsheet. */
  onRows: (text: string) => void
}

interface Choice {
  key: string
  event_id: number
}

const example = 'Arsenal Spurs 4 x block 12 row 8 seats 101-104 £180 etickets now'

/** Adds listings from typed lines: shows what each one means, and adds them with Enter. The next one follows at once. */
export function QuickText({ onPending, onAdded, onClose, onRows }: QuickTextProps) {
  const [text, setText] = useState('')
  const [chosen, setChosen] = useState<readonly Choice[]>([])
  const [added, setAdded] = useState<readonly WireInventoryRow[]>([])
  const [rejected, setRejected] = useState<ReadonlyMap<string, string>>(new Map())
  const [status, setStatus] = useState('')
  const field = useRef<HTMLTextAreaElement>(null)
  const { add, progress } = useAddDrafts(onPending)
  const debounced = useDebouncedValue(text, debounceMs)
  // An emptied field shows nothing at once.
  const typed = text === '' ? '' : debounced
  const read = useQuery({
    queryKey: [inventoryDraftsRoutes.readText.name, typed, chosen],
    queryFn: async ({ signal }) =>
      (
        await call(inventoryDraftsRoutes.readText, {
          body: { text: typed, locale: navigator.language, timezone: zone, chosen: [...chosen] },
          signal,
        })
      ).data,
    enabled: typed.trim() !== '',
    placeholderData: keepPreviousData,
    gcTime: 0,
  })
  const drafts = typed.trim() === '' ? [] : (read.data?.drafts ?? [])
  const isCurrent = typed === text && !read.isFetching && !read.isPlaceholderData && read.isSuccess
  const listings = drafts.filter(({ is_heading }) => !is_heading)
  const ready = listings.filter(({ listing }) => listing !== null)

  async function addReady() {
    if (!isCurrent || progress !== null) return
    if (ready.length === 0) {
      setStatus(drafts.length === 0 ? '' : 'Nothing to add yet. See what is missing below.')
      return
    }
    const outcomes = await add(ready.flatMap(({ listing }) => listing ?? []))
    const failed = new Map<string, string>()
    const done = new Set<number>()
    outcomes.forEach(({ listing, problem }, at) => {
      const draft = ready[at]
      if (!draft) return
      if (listing) done.add(draft.line)
      else failed.set(draft.text, problem ?? 'was not added')
    })
    const rows = outcomes.flatMap(({ listing }) => listing ?? [])
    setAdded((known) => [...rows.toReversed(), ...known])
    setRejected(failed)
    setStatus(
      `${counted(rows.length, 'listing')} added.${failed.size > 0 ? ` ${failed.size} not added; they stay above.` : ''}`,
    )
    setText((now) => (now === text ? remainingText(text, drafts, done) : now))
    if (rows.length > 0) onAdded()
    field.current?.focus()
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    void addReady()
  }

  const lines = Math.min(Math.max(text.split('\n').length, 2), 8)
  return (
    <div className="space-y-3">
      <div>
        <label htmlFor="quick-text" className="text-sm font-medium">
          Listings, one per line
        </label>
        <textarea
          ref={field}
          id="quick-text"
          // The dialog was opened to type here.
          autoFocus
          rows={lines}
          value={text}
          placeholder={example}
          spellCheck={false}
          aria-describedby="quick-text-help"
          onChange={({ target }) => {
            setText(target.value)
            setStatus('')
            if (rejected.size > 0) setRejected(new Map())
          }}
          onKeyDown={onKeyDown}
          onPaste={(event) => {
            const pasted = event.clipboardData.getData('text/plain')
            if (!pasted.includes('\t')) return
            event.preventDefault()
            onRows(pasted)
          }}
          className="thin-scroll mt-1 block w-full resize-y rounded border border-line-strong bg-surface px-3 py-2"
        />
        <p id="quick-text-help" className="mt-1 text-xs text-muted">
          Enter adds what is ready, Shift Enter starts a line. Lines without an event are for the event above
          them.
        </p>
      </div>
      {read.isError && (
        <p role="alert" className="text-sm font-medium text-danger">
          The text couldn’t be read. {errorText(read.error)}
        </p>
      )}
      <ol className={isCurrent ? 'space-y-2' : 'space-y-2 opacity-60'} aria-label="What was understood">
        {drafts.map((draft) => (
          <TextDraft
            key={draft.line}
            draft={draft}
            rejection={rejected.get(draft.text) ?? null}
            isChosen={chosen.some(({ key }) => key !== '' && key === draft.event_key)}
            onChoose={(eventId) => setChosen((known) => withChoice(known, draft, eventId))}
          />
        ))}
      </ol>
      {(read.data?.left_out ?? 0) > 0 && drafts.length > 0 && (
        <p className="text-sm text-muted">
          The last {counted(read.data?.left_out ?? 0, 'line')} will be read when these are added.
        </p>
      )}
      <AddedListings rows={added} nameOf={(row) => `${row.event.title}, ${listingName(row)}`} />
      <div className="flex flex-wrap items-center justify-end gap-2 pt-1">
        <p role="status" className="mr-auto text-sm text-muted">
          {progress
            ? `Adding ${progress.done} of ${progress.total}`
            : status || summaryOf(listings, ready.length)}
        </p>
        <Button onPress={onClose} isDisabled={progress !== null}>
          {added.length > 0 ? 'Done' : 'Cancel'}
        </Button>
        <Button
          tone="primary"
          isPending={progress !== null}
          isDisabled={ready.length === 0 || !isCurrent}
          onPress={() => void addReady()}
        >
          {ready.length > 1 ? `Add ${counted(ready.length, 'listing')}` : 'Add listing'}
        </Button>
      </div>
    </div>
  )
}

const zone = Intl.DateTimeFormat().resolvedOptions().timeZone

function withChoice(known: readonly Choice[], { event_key: key }: WireTextDraft, eventId: number): Choice[] {
  return [...known.filter((choice) => choice.key !== key), { key, event_id: eventId }]
}

function summaryOf(listings: readonly WireTextDraft[], ready: number): string {
  if (listings.length === 0) return ''
  if (listings.length === ready) return `${counted(ready, 'listing')} ready.`
  return `${counted(ready, 'listing')} ready, ${listings.length - ready} incomplete.`
}

/** The lines that were not added, with the headings above them. */
function remainingText(text: string, drafts: readonly WireTextDraft[], done: ReadonlySet<number>): string {
  const headings = new Set(drafts.filter(({ is_heading }) => is_heading).map(({ line }) => line))
  const left = text.split(/\r\n|\r|\n/).map((line, at) => ({ line, number: at + 1 }))
  const kept = left.filter(({ line, number }) => line.trim() !== '' && !done.has(number))
  return kept.every(({ number }) => headings.has(number)) ? '' : kept.map(({ line }) => line).join('\n')
}
