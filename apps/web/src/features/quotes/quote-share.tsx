import type { WireQuote } from '@terrace/contracts/quote-shapes'
import { quotesRoutes } from '@terrace/contracts/quotes'
import { useRef, useState } from 'react'
import { FormError } from '#web/features/accounts/form-error.tsx'
import { call } from '#web/lib/api-client.ts'
import { copyText } from '#web/lib/copy-text.ts'
import { openPdf } from '#web/lib/open-pdf.ts'
import { useSubmit } from '#web/lib/use-submit.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { CopyIcon, ExternalLinkIcon, FileTextIcon, MailIcon, QrCodeIcon } from '#web/ui/icons.ts'
import { OnDemand } from '#web/ui/on-demand.tsx'
import { PromptDialog } from '#web/ui/prompt-dialog.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { LostLink } from './lost-link.tsx'
import { useQuoteAct } from './mutations.ts'

const loadCode = async () => ({ default: (await import('./qr-code.tsx')).QrCode })

interface QuoteShareProps {
  quote: Pick<WireQuote, 'id' | 'link' | 'title' | 'status'>
  /** The link has the focus at once, so that Enter copies it. */
  isFresh?: boolean
}

/** Every way in which a quote reaches its client. */
export function QuoteShare({ quote, isFresh = false }: QuoteShareProps) {
  return quote.link === null ? <LostLink /> : <ShareLink quote={quote} link={quote.link} isFresh={isFresh} />
}

function ShareLink({ quote: { id, title }, link, isFresh }: Required<QuoteShareProps> & { link: string }) {
  const field = useRef<HTMLInputElement>(null)
  const [note, setNote] = useState('')
  const [hasCode, setHasCode] = useState(false)
  const [isSending, setSending] = useState(false)
  const send = useQuoteAct(id)
  const pdf = useSubmit(() =>
    openPdf(async () => (await call(quotesRoutes.pdf, { params: { quote_id: id } })).data),
  )

  function open() {
    send.reset()
    setSending(true)
  }

  async function copy() {
    if (await copyText(link)) return setNote('The link has been copied')
    field.current?.focus()
    field.current?.select()
    setNote('This browser does not let the page copy: the link is selected, copy it with your keyboard')
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
          size="lg"
          tone={isFresh ? 'primary' : 'secondary'}
          icon={<CopyIcon aria-hidden className="size-4" />}
          autoFocus={isFresh}
          onPress={() => void copy()}
        >
          Copy
        </Button>
      </div>
      <div className="flex flex-wrap gap-2">
        <Button size="sm" icon={<MailIcon aria-hidden className="size-4" />} onPress={open}>
          Send by mail
        </Button>
        <Button
          size="sm"
          icon={<QrCodeIcon aria-hidden className="size-4" />}
          aria-expanded={hasCode}
          onPress={() => setHasCode(!hasCode)}
        >
          QR code
        </Button>
        <Button
          size="sm"
          icon={<FileTextIcon aria-hidden className="size-4" />}
          isPending={pdf.isPending}
          onPress={() => void pdf.run(undefined)}
        >
          PDF
        </Button>
        <a href={link} target="_blank" rel="noreferrer" className={buttonClass('secondary', 'sm')}>
          <ExternalLinkIcon aria-hidden className="size-4" />
          Open as the client sees it
        </a>
      </div>
      <p role="status" className="text-sm text-ok empty:hidden">
        {note}
      </p>
      {pdf.isError && <FormError error={pdf.error} />}
      {hasCode && (
        <OnDemand load={loadCode} props={{ text: link, label: `QR code of the link to ${title}` }} />
      )}
      <PromptDialog
        isOpen={isSending}
        kind="email"
        title="Send the quote"
        label="Email of the client"
        message="They get a letter in your team’s name with the link."
        confirmLabel="Send"
        isPending={send.isPending}
        problem={send.isError && <FormError error={send.error} />}
        onCancel={() => setSending(false)}
        onConfirm={(email) =>
          send.mutate((params) => call(quotesRoutes.send, { params, body: { email } }), {
            onSuccess: () => {
              setNote(`The quote is on its way to ${email}`)
              setSending(false)
            },
          })
        }
      />
    </div>
  )
}
