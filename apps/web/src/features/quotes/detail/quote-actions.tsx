import type { WireQuoteDetail } from '@terrace/contracts/quote-shapes'
import { quotesRoutes } from '@terrace/contracts/quotes'
import type { QuoteDuration } from '@terrace/domain/time/quote-durations'
import { useId, useRef, useState } from 'react'
import { InternalDetailsDialog } from '#web/forms/internal-details-dialog.tsx'
import { useIdempotencyKeys } from '#web/lib/http/use-idempotency-keys.ts'
import { call } from '#web/lib/http/api-client.ts'
import { useListFocus } from '#web/lib/hooks/use-list-focus.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { LazyPart } from '#web/ui/overlay/lazy-part.tsx'
import { CommissionDialog } from './commission-dialog.tsx'
import { ExpiryDialog } from './expiry-dialog.tsx'
import { useQuoteAction, useWithdrawQuote } from '#web/features/quotes/mutations.ts'

const loadConversion = async () => ({
  default: (await import('#web/features/quotes/convert/convert-dialog.tsx')).ConvertDialog,
})

interface QuoteActionsProps {
  quote: WireQuoteDetail
  onOpen: (id: string) => void
  onCheckout: (id: string) => void
}

const loadOfferAgainCheck = async () => ({
  default: (await import('./offer-again-check.tsx')).OfferAgainCheck,
})

/** A confirmed dialog, whose action waits for the check of current costs. */
interface CheckedAction {
  name: 'reopen' | 'copy'
  hours: QuoteDuration
}

type DialogName = 'extend' | 'reopen' | 'copy' | 'commission' | 'details' | 'convert'

/** The actions that the server allows for a quote (`can`). */
export function QuoteActions({ quote, onOpen, onCheckout }: QuoteActionsProps) {
  const { id, can } = quote
  const [opened, setOpened] = useState<DialogName | null>(null)
  // Stays mounted once opened, so the closing animation can run.
  const [hasOpenedConversion, setHasOpenedConversion] = useState(false)
  const [checking, setChecking] = useState<CheckedAction | null>(null)
  const reasonId = useId()
  const list = useRef<HTMLDivElement>(null)
  // An action's button disappears once it is done, so focus moves to the next one.
  useListFocus({ list, rows: () => [...(list.current?.querySelectorAll('button') ?? [])] })
  const isAgreed = quote.status === 'Accepted' && !can.edit_commission
  const action = useQuoteAction(id)
  const withdrawal = useWithdrawQuote(id)
  const withIdempotencyKey = useIdempotencyKeys()
  const close = () => setOpened(null)
  const dialog = (name: DialogName) => ({
    isOpen: opened === name,
    isPending: action.isPending || checking !== null,
    error: opened === name ? action.error : null,
    onCancel: close,
  })

  function open(name: DialogName) {
    action.reset()
    setOpened(name)
    if (name === 'convert') setHasOpenedConversion(true)
  }

  function offerAgain({ name, hours }: CheckedAction) {
    setChecking(null)
    if (name === 'reopen') {
      const body = { quote_expiry: hours }
      action.mutate((params) => call(quotesRoutes.reopen, { params, body }), { onSuccess: close })
      return
    }
    action.mutate(
      (params) =>
        withIdempotencyKey(`copy ${hours}`, (idempotencyKey) =>
          call(quotesRoutes.copy, { params, body: { quote_expiry: hours }, idempotencyKey }),
        ),
      {
        onSuccess: ({ data }) => {
          close()
          onOpen(data.id)
        },
      },
    )
  }

  return (
    <div ref={list} className="flex flex-wrap gap-2">
      {can.convert && (
        <Button size="sm" data-command="convert" tone="primary" onPress={() => open('convert')}>
          Buy for the client
        </Button>
      )}
      {can.reopen && (
        <Button size="sm" data-command="reopen" onPress={() => open('reopen')}>
          Reopen
        </Button>
      )}
      {can.extend && (
        <Button size="sm" data-command="extend" onPress={() => open('extend')}>
          Extend
        </Button>
      )}
      {(can.edit_commission || isAgreed) && (
        <Button
          size="sm"
          data-command="commission"
          isDisabled={isAgreed}
          aria-describedby={isAgreed ? reasonId : undefined}
          onPress={() => open('commission')}
        >
          Edit commission
        </Button>
      )}
      <Button size="sm" data-command="copy" onPress={() => open('copy')}>
        Copy quote
      </Button>
      <Button size="sm" data-command="details" onPress={() => open('details')}>
        Reference and note
      </Button>
      {can.withdraw && (
        <Button
          size="sm"
          data-command="withdraw"
          tone="quiet"
          isPending={withdrawal.isPending}
          onPress={withdrawal.withdraw}
        >
          Withdraw
        </Button>
      )}
      {isAgreed && (
        <p id={reasonId} className="basis-full text-xs text-muted">
          The commission can’t be changed after the client has accepted.
        </p>
      )}
      <ExpiryDialog
        {...dialog('extend')}
        title="Extend quote"
        message="Counted from now. The time left can’t be shortened."
        confirmLabel="Extend"
        onConfirm={(quote_expiry) =>
          action.mutate((params) => call(quotesRoutes.extend, { params, body: { quote_expiry } }), {
            onSuccess: close,
          })
        }
      />
      <ExpiryDialog
        {...dialog('reopen')}
        title="Reopen quote"
        message="Reopens the same link at current prices, unless prices are locked."
        confirmLabel="Reopen"
        onConfirm={(hours) => setChecking({ name: 'reopen', hours })}
      />
      <ExpiryDialog
        {...dialog('copy')}
        title="Copy quote"
        message="Creates a new quote with the same offers and terms, its own link and its own expiry time."
        confirmLabel="Create copy"
        onConfirm={(hours) => setChecking({ name: 'copy', hours })}
      />
      {checking && (
        <LazyPart
          load={loadOfferAgainCheck}
          props={{
            quote,
            isCopy: checking.name === 'copy',
            onConfirm: () => offerAgain(checking),
            onCancel: () => setChecking(null),
          }}
        />
      )}
      <CommissionDialog
        {...dialog('commission')}
        quote={quote}
        onConfirm={(body) =>
          action.mutate((params) => call(quotesRoutes.changeCommission, { params, body }), {
            onSuccess: close,
          })
        }
      />
      <InternalDetailsDialog
        {...dialog('details')}
        details={quote}
        onConfirm={(body) =>
          action.mutate((params) => call(quotesRoutes.changeDetails, { params, body }), {
            onSuccess: close,
          })
        }
      />
      {hasOpenedConversion && (
        <LazyPart
          load={loadConversion}
          props={{ quote, isOpen: opened === 'convert', onClose: close, onHeld: () => onCheckout(id) }}
        />
      )}
    </div>
  )
}
