import type { WireQuote } from '@terrace/contracts/quote-shapes'
import { CopyLinks } from './copy-links.tsx'
import { SendSelected } from './send-selected.tsx'
import { WithdrawSelected } from './withdraw-selected.tsx'

interface QuoteBulkActionsProps {
  quotes: readonly WireQuote[]
  isWithdrawing: boolean
  onSent: (count: number) => void
  onWithdraw: (open: readonly WireQuote[]) => void
}

/** Actions on the selected quotes. */
export function QuoteBulkActions({ quotes, isWithdrawing, onSent, onWithdraw }: QuoteBulkActionsProps) {
  return (
    <>
      <SendSelected quotes={quotes} onSent={onSent} />
      <CopyLinks quotes={quotes} />
      <WithdrawSelected quotes={quotes} isBusy={isWithdrawing} onWithdraw={onWithdraw} />
    </>
  )
}
