import { Link } from '@tanstack/react-router'
import { maxItemsPerCall, type WireHold } from '@terrace/contracts/holds'
import { formatTickets } from '@terrace/domain/tickets/format-count'
import { useId } from 'react'
import { basketOf } from '#web/features/holds/basket/basket.ts'
import { bulkActionClass, bulkPrimaryClass } from '#web/ui/data-table/bulk-action-classes.ts'

interface HoldBulkActionsProps {
  /** Excludes holds that are being paid for or released. */
  holds: readonly WireHold[]
  isBusy: boolean
  onRelease: (holds: readonly WireHold[]) => void
  onQuote: (holds: readonly WireHold[]) => void
}

/** 'EUR, GBP and USD' */
const currencyList = new Intl.ListFormat('en-GB')

/** Checks out, quotes or releases the selected holds. */
export function HoldBulkActions({ holds, isBusy, onRelease, onQuote }: HoldBulkActionsProps) {
  const isNone = holds.length === 0
  const limitId = useId()
  const limit =
    holds.length > maxItemsPerCall ? `Select at most ${maxItemsPerCall} holds to release` : undefined
  const currencies = [...new Set(holds.map(({ price }) => price.currency))]
  const currencyId = useId()
  const mixed =
    currencies.length > 1
      ? `One purchase has one currency. Selected: ${currencyList.format(currencies)}`
      : undefined
  return (
    <>
      {mixed !== undefined && (
        <>
          <button
            type="button"
            data-command="check_out"
            disabled
            title={mixed}
            aria-describedby={currencyId}
            className={bulkPrimaryClass}
          >
            Check out
          </button>
          <span id={currencyId}>{mixed}</span>
        </>
      )}
      {!isNone && mixed === undefined && (
        <Link
          to="/checkout"
          data-command="check_out"
          search={{ holds: holds.map(({ hold_id }) => hold_id).join(',') }}
          className={bulkPrimaryClass}
        >
          Check out
        </Link>
      )}
      <button
        type="button"
        data-command="quote"
        disabled={isNone}
        className={bulkActionClass}
        onClick={() => onQuote(holds)}
      >
        Quote
      </button>
      <button
        type="button"
        data-command="release"
        disabled={isNone || isBusy || limit !== undefined}
        title={limit}
        aria-describedby={limit && limitId}
        className={bulkActionClass}
        onClick={() => onRelease(holds)}
      >
        Release {formatTickets(basketOf(holds).tickets)}
      </button>
      {limit !== undefined && <span id={limitId}>{limit}</span>}
    </>
  )
}
