import { formatMoney, type Money } from '@terrace/domain/money'
import type { ReactNode } from 'react'
import { Button } from '#web/ui/button.tsx'
import { AlertCircleIcon, CreditCardIcon } from '#web/ui/icons.ts'
import { Notice } from '#web/ui/panel.tsx'
import type { Phase } from './use-purchase.ts'

interface PayBarProps {
  /** Null where the tickets are in several currencies, which one purchase cannot pay. */
  total: Money | null
  phase: Phase
  problem: string | null
  /** What came meanwhile: here it moves nothing that is being filled in, and is seen from everywhere on the page. */
  news: ReactNode
}

/** The press that buys, with what stands in its way above it. On a phone it stays at the thumb for the whole page. */
export function PayBar({ total, phase, problem, news }: PayBarProps) {
  return (
    <div className="max-lg:sticky max-lg:bottom-0 max-lg:z-10 max-lg:-mx-4 max-lg:border-t max-lg:border-line max-lg:bg-surface max-lg:px-4 max-lg:py-3 sm:max-lg:-mx-7 sm:max-lg:px-7 lg:mt-4">
      {news}
      {total === null && (
        <Problem
          text="One purchase has one currency. Release the tickets in the other one first."
          className="mb-3"
        />
      )}
      {problem !== null && <Problem text={problem} className="mb-3" />}
      <p role="status" className="text-sm text-muted not-empty:mb-3">
        {phase === 'asking' ? 'The connection was lost. Asking what became of the payment …' : ''}
      </p>
      <Button
        type="submit"
        tone="primary"
        size="lg"
        isFullWidth
        isPending={phase !== 'idle'}
        pendingLabel="Paying"
        isDisabled={total === null}
        icon={<CreditCardIcon aria-hidden className="size-5" />}
        className="tabular"
      >
        {total === null ? 'Pay' : `Pay ${formatMoney(total)}`}
      </Button>
      <p className="mt-2.5 text-center text-xs text-muted max-lg:hidden">Purchases are final.</p>
    </div>
  )
}

export function Problem({ text, className }: { text: string; className?: string }) {
  return (
    <div role="alert" className={className}>
      <Notice tone="danger" icon={<AlertCircleIcon aria-hidden />}>
        {text}
      </Notice>
    </div>
  )
}
