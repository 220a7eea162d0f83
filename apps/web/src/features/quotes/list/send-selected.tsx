import type { WireQuote } from '@terrace/contracts/quote-shapes'
import { maxSentTogether } from '@terrace/contracts/quotes'
import { useId, useState } from 'react'
import { isQuoteOpen } from '#web/features/quotes/quote-texts.ts'
import { bulkPrimaryClass } from '#web/ui/data-table/bulk-action-classes.ts'
import { LazyPart } from '#web/ui/overlay/lazy-part.tsx'

const loadDialog = async () => ({
  default: (await import('#web/features/quotes/share/send-many-dialog.tsx')).SendManyDialog,
})

interface SendSelectedProps {
  quotes: readonly WireQuote[]
  onSent: (count: number) => void
}

/** Emails the open quotes among the selected ones, also again. */
export function SendSelected({ quotes, onSent }: SendSelectedProps) {
  const [sending, setSending] = useState<{
    quotes: readonly WireQuote[]
    isOpen: boolean
    key: number
  } | null>(null)
  const sendable = quotes.filter((quote) => isQuoteOpen(quote) && quote.link !== null)
  const limitId = useId()
  const limit =
    sendable.length > maxSentTogether ? `Select at most ${maxSentTogether} open quotes to send` : undefined
  const close = () => setSending(sending && { ...sending, isOpen: false })
  return (
    <>
      <button
        type="button"
        data-command="send"
        disabled={sendable.length === 0 || limit !== undefined}
        title={limit}
        aria-describedby={limit && limitId}
        className={bulkPrimaryClass}
        onClick={() => setSending({ quotes: sendable, isOpen: true, key: (sending?.key ?? 0) + 1 })}
      >
        {sendable.length === quotes.length ? 'Send' : `Send ${sendable.length} open`}
      </button>
      {limit !== undefined && <span id={limitId}>{limit}</span>}
      {sending && (
        <LazyPart
          key={sending.key}
          load={loadDialog}
          props={{
            quotes: sending.quotes,
            isOpen: sending.isOpen,
            onClose: close,
            onSent: (count: number) => {
              close()
              onSent(count)
            },
          }}
        />
      )}
    </>
  )
}
