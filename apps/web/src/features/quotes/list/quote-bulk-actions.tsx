import type { WireQuote } from '@terrace/contracts/quote-shapes'
import { CopyLinks } from './copy-links.tsx'
import { SendSelected } from './send-selected.tsx'
import { WithdrawSelected } from './withdraw-selected.tsx'

interface QuoteBulkActionsProps {
  quotes: readonly WireQuote[]
  onSent: (count: number) => void
  onWithdrawn: () => void
  onProblem: (problem: string | null) => void
}

/** Actions on the selected quotes. */
export function QuoteBulkActions({ quotes, onSent, ...withdrawal }: QuoteBulkActionsProps) {
  return (
    <>
      <SendSelected quotes={quotes} onSent={onSent} />
      <CopyLinks quotes={quotes} />
      <WithdrawSelected quotes={quotes} {...withdrawal} />
    </>
  )
}
