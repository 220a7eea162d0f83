import type { WireQuote } from '@terrace/contracts/quote-shapes'
import { useState } from 'react'
import { recordShare } from '#web/features/quotes/share/record-share.ts'
import { copyText } from '#web/lib/format/copy-text.ts'
import { bulkActionClass } from '#web/ui/data-table/bulk-action-classes.ts'
import { CopyIcon } from '#web/ui/icons.ts'

/** Copies the client links of the quotes, one per line with the client's name. */
export function CopyLinks({ quotes }: { quotes: readonly WireQuote[] }) {
  const [message, setMessage] = useState('')
  const shared = quotes.filter(({ link }) => link !== null)
  const lines = shared.map(({ client_name, title, link }) => `${client_name ?? title}: ${link}`)

  async function copy() {
    const isCopied = await copyText(lines.join('\n'))
    if (isCopied) void recordShare(shared.map(({ id }) => id))
    setMessage(isCopied ? `${lines.length} copied` : 'Your browser blocked copying')
  }

  return (
    <>
      <button
        type="button"
        data-command="copy_links"
        disabled={lines.length === 0}
        className={bulkActionClass}
        onClick={() => void copy()}
      >
        <CopyIcon aria-hidden />
        Copy links
      </button>
      <span role="status" className="empty:hidden">
        {message}
      </span>
    </>
  )
}
