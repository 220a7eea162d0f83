import { formatMoney, type Money } from '@terrace/domain/money/money'
import type { ReactNode } from 'react'
import { Button } from '#web/ui/controls/button.tsx'
import { AlertCircleIcon, CreditCardIcon } from '#web/ui/icons.ts'
import { Notice } from '#web/ui/layout/panel.tsx'
import type { Phase } from './use-purchase.ts'

interface PayBarProps {
  /** `null` when the tickets are in several currencies and cannot be paid together. */
  total: Money | null
  phase: Phase
  problem: string | null
  /** Shown here because it is always visible and moves no field. */
  notice: ReactNode
}

/** The Pay button with its problems above it. On mobile it sticks to the bottom of the page. */
export function PayBar({ total, phase, problem, notice }: PayBarProps) {
  return (
    <div className="max-lg:sticky max-lg:bottom-0 max-lg:z-10 max-lg:-mx-4 max-lg:border-t max-lg:border-line max-lg:bg-surface max-lg:px-4 max-lg:py-3 sm:max-lg:-mx-7 sm:max-lg:px-7 lg:mt-4">
      {notice}
      {total === null && (
        <ProblemNotice
          text="You can only pay in one currency at a time. Release the other tickets first."
          className="mb-3"
        />
      )}
      {problem !== null && <ProblemNotice text={problem} className="mb-3" />}
      <p role="status" className="text-sm text-muted not-empty:mb-3">
        {phase === 'checking' ? 'Connection lost. Checking your payment…' : ''}
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

export function ProblemNotice({ text, className }: { text: string; className?: string }) {
  return (
    <div role="alert" className={className}>
      <Notice tone="danger" icon={<AlertCircleIcon aria-hidden />}>
        {text}
      </Notice>
    </div>
  )
}
