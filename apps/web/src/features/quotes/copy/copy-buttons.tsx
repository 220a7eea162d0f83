import { useState } from 'react'
import { copyLoadedText, type CopySource } from '#web/lib/format/copy-text.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { CopyIcon } from '#web/ui/icons.ts'

interface CopyButtonsProps {
  /** Identifies the tickets, for example `Block 25 · R 18`. */
  label: string
  /** `null` when nothing can be offered to a client. */
  forClient: (() => Promise<CopySource>) | null
  withCost: () => CopySource
  /** Outside the current row, Tab skips the buttons. */
  isTabStop?: boolean
}

export const copiedForClient = 'Copied without cost'
export const copiedWithCost = 'Copied with cost. Not for clients.'
const copyBlocked = 'Your browser blocked copying. Select the text and copy it yourself.'

/** Copies tickets as text: for the client without any cost, or for colleagues with it. */
export function CopyButtons({ label, forClient, withCost, isTabStop = true }: CopyButtonsProps) {
  const [message, setMessage] = useState('')
  const [blockedText, setBlockedText] = useState<string | null>(null)

  async function copy(loading: Promise<CopySource>, copied: string) {
    const { source, isCopied } = await copyLoadedText(loading)
    const isBlocked = 'text' in source && !isCopied
    setMessage('problem' in source ? source.problem : isCopied ? copied : copyBlocked)
    setBlockedText(isBlocked ? source.text : null)
  }

  return (
    <div className="mt-2 -ml-2.5 flex flex-wrap items-center gap-x-1">
      {forClient && (
        <Button
          size="sm"
          tone="quiet"
          icon={<CopyIcon aria-hidden className="size-3.5" />}
          aria-label={`Copy for client, ${label}`}
          excludeFromTabOrder={!isTabStop}
          onPress={() => void copy(forClient(), copiedForClient)}
        >
          Copy for client
        </Button>
      )}
      <Button
        size="sm"
        tone="quiet"
        aria-label={`Copy listing with cost, ${label}`}
        excludeFromTabOrder={!isTabStop}
        onPress={() => void copy(Promise.resolve(withCost()), copiedWithCost)}
      >
        Copy listing with cost
      </Button>
      <span role="status" className="px-2 text-xs text-muted">
        {message}
      </span>
      {blockedText !== null && (
        <p className="mt-1 ml-2.5 w-full rounded bg-sunken px-3 py-2 text-xs [overflow-wrap:anywhere] select-all">
          {blockedText}
        </p>
      )}
    </div>
  )
}
