import { useState } from 'react'
import { useCommands } from '#web/lib/commands/use-commands.ts'
import type { FeedRequest } from '#web/features/listings/filters/feed-request.ts'
import { PressButton } from '#web/ui/controls/press-button.tsx'
import { DownloadIcon } from '#web/ui/icons.ts'
import { useColumnChoice } from './use-list-layout.ts'

interface ExportButtonProps {
  /** Name of the file, without its ending. */
  name: string
  request: FeedRequest
  isEmpty: boolean
}

/** Saves the filtered list with the chosen columns as CSV. */
export function ExportButton({ name, request, isEmpty }: ExportButtonProps) {
  const { order, hidden } = useColumnChoice()
  const [state, setState] = useState<'idle' | 'pending' | 'failed'>('idle')

  async function save() {
    setState('pending')
    try {
      const { exportListings } = await import('./export-listings.ts')
      await exportListings(
        name,
        request,
        order.filter((id) => !hidden.has(id)),
      )
      setState('idle')
    } catch (error) {
      console.error('Failed to export listings:', error)
      setState('failed')
    }
  }

  const isPending = state === 'pending'
  useCommands('Listings', [
    { id: 'listings.export', title: 'Export CSV', run: isEmpty || isPending ? null : () => void save() },
  ])
  return (
    <>
      {state === 'failed' && (
        <span role="alert" className="text-xs font-medium whitespace-nowrap text-danger">
          Export failed. Try again.
        </span>
      )}
      <PressButton
        aria-label={isPending ? 'Exporting CSV' : 'Export CSV'}
        isDisabled={isEmpty || isPending}
        onPress={() => void save()}
        className="inline-flex h-7 items-center gap-1.5 rounded px-2 text-xs font-semibold data-disabled:text-muted data-hovered:bg-ink/6"
      >
        <DownloadIcon aria-hidden className="size-3.5" />
        CSV
      </PressButton>
    </>
  )
}
