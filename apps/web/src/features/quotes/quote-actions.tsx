import type { WireQuoteWhole } from '@terrace/contracts/quote-shapes'
import { quotesRoutes } from '@terrace/contracts/quotes'
import { useId, useRef, useState } from 'react'
import { useIntentionKeys } from '#web/features/holds/use-intention-keys.ts'
import { call } from '#web/lib/api-client.ts'
import { useKeptFocus } from '#web/lib/use-kept-focus.ts'
import { Button } from '#web/ui/button.tsx'
import { OnDemand } from '#web/ui/on-demand.tsx'
import { CommissionDialog } from './commission-dialog.tsx'
import { ExpiryDialog } from './expiry-dialog.tsx'
import { useQuoteAct } from './mutations.ts'
import { WithdrawDialog } from './withdraw-dialog.tsx'

const loadConversion = async () => ({ default: (await import('./convert-dialog.tsx')).ConvertDialog })

interface QuoteActionsProps {
  quote: WireQuoteWhole
  onOpen: (id: string) => void
  onCheckout: (id: string) => void
}

type Opened = 'extend' | 'revive' | 'copy' | 'commission' | 'withdraw' | 'convert'

/** What may be done with a quote now, by the server's own word. */
export function QuoteActions({ quote, onOpen, onCheckout }: QuoteActionsProps) {
  const { id, can } = quote
  const [opened, setOpened] = useState<Opened | null>(null)
  // It stays from then on, so that it can leave as it came.
  const [wasConverting, setWasConverting] = useState(false)
  const reasonId = useId()
  const list = useRef<HTMLDivElement>(null)
  // What was done with a quote cannot be done again: its button goes.
  useKeptFocus({ list, rows: () => [...(list.current?.querySelectorAll('button') ?? [])] })
  const isAgreed = quote.status === 'Accepted' && !can.edit_commission
  const act = useQuoteAct(id)
  const withKey = useIntentionKeys()
  const close = () => setOpened(null)
  const dialog = (name: Opened) => ({
    isOpen: opened === name,
    isPending: act.isPending,
    error: opened === name ? act.error : null,
    onCancel: close,
  })

  function open(name: Opened) {
    act.reset()
    setOpened(name)
    if (name === 'convert') setWasConverting(true)
  }

  return (
    <div ref={list} className="flex flex-wrap gap-2">
      {can.convert && (
        <Button tone="primary" onPress={() => open('convert')}>
          Buy for the client
        </Button>
      )}
      {can.revive && <Button onPress={() => open('revive')}>Revive</Button>}
      {can.extend && <Button onPress={() => open('extend')}>Extend</Button>}
      {(can.edit_commission || isAgreed) && (
        <Button
          isDisabled={isAgreed}
          aria-describedby={isAgreed ? reasonId : undefined}
          onPress={() => open('commission')}
        >
          Edit commission
        </Button>
      )}
      <Button onPress={() => open('copy')}>Copy quote</Button>
      {can.withdraw && (
        <Button tone="quiet" onPress={() => open('withdraw')}>
          Withdraw
        </Button>
      )}
      {isAgreed && (
        <p id={reasonId} className="basis-full text-xs text-muted">
          The commission stays as it was when the client accepted.
        </p>
      )}
      <ExpiryDialog
        {...dialog('extend')}
        title="Extend the quote"
        message="It ends this long from now, if that is later than it ends already."
        confirmLabel="Extend"
        onConfirm={(quote_expiry) =>
          act.mutate((params) => call(quotesRoutes.extend, { params, body: { quote_expiry } }), {
            onSuccess: close,
          })
        }
      />
      <ExpiryDialog
        {...dialog('revive')}
        title="Revive the quote"
        message="The same link stands again, at the prices of now unless they are locked."
        confirmLabel="Revive"
        onConfirm={(quote_expiry) =>
          act.mutate((params) => call(quotesRoutes.revive, { params, body: { quote_expiry } }), {
            onSuccess: close,
          })
        }
      />
      <ExpiryDialog
        {...dialog('copy')}
        title="Copy the quote"
        message="A new quote with the same offers and terms, its own link and its own time."
        confirmLabel="Make the copy"
        onConfirm={(quote_expiry) =>
          act.mutate(
            (params) =>
              withKey(`copy ${quote_expiry}`, (idempotencyKey) =>
                call(quotesRoutes.copy, { params, body: { quote_expiry }, idempotencyKey }),
              ),
            {
              onSuccess: ({ data }) => {
                close()
                onOpen(data.id)
              },
            },
          )
        }
      />
      <CommissionDialog
        {...dialog('commission')}
        quote={quote}
        onConfirm={(body) =>
          act.mutate((params) => call(quotesRoutes.changeCommission, { params, body }), { onSuccess: close })
        }
      />
      <WithdrawDialog
        {...dialog('withdraw')}
        onConfirm={(reason) =>
          act.mutate(
            (params) => call(quotesRoutes.withdraw, { params, body: reason === '' ? {} : { reason } }),
            { onSuccess: close },
          )
        }
      />
      {wasConverting && (
        <OnDemand
          load={loadConversion}
          props={{ quote, isOpen: opened === 'convert', onClose: close, onHeld: () => onCheckout(id) }}
        />
      )}
    </div>
  )
}
