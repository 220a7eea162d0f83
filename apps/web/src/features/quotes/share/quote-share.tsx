import type { WireQuote } from '@terrace/contracts/quote-shapes'
import { quotesRoutes } from '@terrace/contracts/quotes'
import { useRef, useState } from 'react'
import { ActionError } from '#web/ui/feedback/action-error.tsx'
import { call } from '#web/lib/http/api-client.ts'
import { copyText } from '#web/lib/format/copy-text.ts'
import { openPdf } from '#web/lib/open-pdf.ts'
import { useSubmit } from '#web/forms/use-submit.ts'
import { Button, buttonClass } from '#web/ui/controls/button.tsx'
import { CopyIcon, ExternalLinkIcon, FileTextIcon, MailIcon, QrCodeIcon } from '#web/ui/icons.ts'
import { LazyPart } from '#web/ui/overlay/lazy-part.tsx'
import { TextField } from '#web/ui/controls/text-field.tsx'
import { UnrecoverableLink } from '#web/features/quotes/detail/unrecoverable-link.tsx'
import { recordShare } from './record-share.ts'
import { SendDialog } from './send-dialog.tsx'

const loadQrCode = async () => ({ default: (await import('#web/ui/data-display/qr-code.tsx')).QrCode })

interface QuoteShareProps {
  quote: Pick<WireQuote, 'id' | 'link' | 'title' | 'status'>
  /** Focuses the copy button, so Enter copies the link. */
  isFresh?: boolean
}

/** All ways to send a quote: link, email, QR code and PDF. */
export function QuoteShare({ quote, isFresh = false }: QuoteShareProps) {
  return quote.link === null ? (
    <UnrecoverableLink />
  ) : (
    <ShareLink quote={quote} link={quote.link} isFresh={isFresh} />
  )
}

function ShareLink({ quote: { id, title }, link, isFresh }: Required<QuoteShareProps> & { link: string }) {
  const field = useRef<HTMLInputElement>(null)
  const [message, setMessage] = useState('')
  const [isQrCodeShown, setQrCodeShown] = useState(false)
  const [isSending, setSending] = useState(false)
  const pdf = useSubmit(() =>
    openPdf(async () => (await call(quotesRoutes.pdf, { params: { quote_id: id } })).data),
  )

  async function copy() {
    if (await copyText(link)) {
      void recordShare([id])
      return setMessage('Link copied')
    }
    field.current?.focus()
    field.current?.select()
    setMessage('Your browser blocked copying. The link is selected: copy it with your keyboard.')
  }

  return (
    <div className="space-y-3">
      <div className="flex items-end gap-2">
        <TextField
          label="Link for the client"
          value={link}
          onChange={() => undefined}
          isReadOnly
          inputRef={field}
          className="min-w-0 flex-1"
        />
        <Button
          tone={isFresh ? 'primary' : 'secondary'}
          icon={<CopyIcon aria-hidden className="size-4" />}
          autoFocus={isFresh}
          onPress={() => void copy()}
          data-command="copy_link"
          data-title="Copy link"
          // Same height as the field.
          className="!h-12"
        >
          Copy
        </Button>
      </div>
      <div className="flex flex-wrap gap-2">
        <Button
          data-command="send"
          size="sm"
          icon={<MailIcon aria-hidden className="size-4" />}
          onPress={() => setSending(true)}
        >
          Send by email
        </Button>
        <Button
          data-command="qr_code"
          data-title="Show QR code"
          size="sm"
          icon={<QrCodeIcon aria-hidden className="size-4" />}
          aria-expanded={isQrCodeShown}
          onPress={() => {
            if (!isQrCodeShown) void recordShare([id])
            setQrCodeShown(!isQrCodeShown)
          }}
        >
          QR code
        </Button>
        <Button
          data-command="pdf"
          data-title="Open PDF"
          size="sm"
          icon={<FileTextIcon aria-hidden className="size-4" />}
          isPending={pdf.isPending}
          onPress={() => void pdf.run(undefined)}
        >
          PDF
        </Button>
        <a
          data-command="view"
          href={link}
          target="_blank"
          rel="noreferrer"
          className={buttonClass('secondary', 'sm')}
        >
          <ExternalLinkIcon aria-hidden className="size-4" />
          View as client
        </a>
      </div>
      <p role="status" className="text-sm text-ok empty:hidden">
        {message}
      </p>
      {pdf.isError && <ActionError error={pdf.error} />}
      {isQrCodeShown && <LazyPart load={loadQrCode} props={{ text: link, label: `QR code for ${title}` }} />}
      <SendDialog
        quoteId={id}
        isOpen={isSending}
        onClose={() => setSending(false)}
        onSent={(email) => setMessage(`Quote sent to ${email}`)}
      />
    </div>
  )
}
