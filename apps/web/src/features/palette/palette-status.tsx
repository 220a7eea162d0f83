import { inQuotationMarks } from '#web/lib/format/quotation-marks.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Spinner } from '#web/ui/feedback/spinner.tsx'
import { parsePaletteText } from './palette-text.ts'

export interface PaletteState {
  isPending: boolean
  isOffline: boolean
  isFailed: boolean
  /** What the results leave out of the text. */
  note?: string | undefined
  onRetry: () => void
}

interface PaletteStatusProps {
  text: string
  isEmpty: boolean
  state: PaletteState
}

/** Explains which results are missing, and why; hidden if all are shown. */
export function PaletteStatus({ text, isEmpty, state }: PaletteStatusProps) {
  const message = statusText(text, isEmpty, state)
  return (
    <div
      role="status"
      className="flex items-center gap-3 text-sm text-muted not-empty:min-h-11 not-empty:px-4 not-empty:pt-2"
    >
      {message !== null && (
        <>
          {state.isPending && <Spinner className="size-4" />}
          <span className="min-w-0 flex-1">{message}</span>
          {state.isFailed && !state.isOffline && (
            <Button size="sm" onPress={state.onRetry}>
              Try again
            </Button>
          )}
        </>
      )}
    </div>
  )
}

function statusText(text: string, isEmpty: boolean, state: PaletteState): string | null {
  const { search } = parsePaletteText(text)
  if (state.isOffline) return 'You’re offline. Only what is already loaded is shown.'
  if (state.isFailed) return 'Some results couldn’t be loaded.'
  if (!isEmpty) return state.note ?? null
  if (state.isPending) return 'Searching…'
  return search === '' ? 'Nothing here yet.' : `Nothing matches ${inQuotationMarks(search)}.`
}
