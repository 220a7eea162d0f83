import { formatCount, formatTickets } from '@terrace/domain/tickets/format-count'
import { clockOffset } from '#web/lib/clock-offset.ts'
import { cx } from '#web/ui/cx.ts'
import { Countdown } from '#web/ui/data-display/countdown.tsx'
import { TicketIcon } from '#web/ui/icons.ts'
import { useRefreshAfterExpiry } from '#web/features/holds/expiry/use-refresh-after-expiry.ts'
import type { Basket } from './basket.ts'

interface HeaderTimerProps {
  basket: Pick<Basket, 'tickets' | 'expiresAt'>
  /** Number of listings that are selected but not held. */
  selected: number
  onOpen: () => void
}

/** Basket button in the header: time to the next expiry, and the held tickets. Opens the basket. */
export function HeaderTimer({ basket: { tickets, expiresAt }, selected, onOpen }: HeaderTimerProps) {
  const onExpire = useRefreshAfterExpiry()
  const held = tickets > 0 ? `${formatCount(tickets)} held` : ''
  const chosen = selected > 0 ? `${formatCount(selected)} selected` : ''
  const contents = [
    ...(tickets > 0 ? [`${formatTickets(tickets)} held`] : []),
    ...(selected > 0 ? [`${formatCount(selected)} ${selected === 1 ? 'listing' : 'listings'} selected`] : []),
  ]
  return (
    // The button lies over the timer: inside it, screen readers would not announce the time.
    <span
      data-header-timer
      className="tabular relative inline-flex h-9 shrink-0 items-center gap-2 rounded-full border border-line px-3 text-sm whitespace-nowrap transition-colors duration-150 ease-out has-hover:border-line-strong has-[[data-urgency=last]]:border-danger has-[[data-urgency=last]]:bg-danger-soft has-[[data-urgency=soon]]:bg-signal-soft max-sm:h-10 max-sm:px-2.5"
    >
      {expiresAt ? (
        <Countdown
          key={expiresAt}
          label="Time left to check out"
          expiresAt={expiresAt}
          offset={clockOffset()}
          lastMinutes={2}
          onExpire={onExpire}
          className="gap-1.5 [&_[role=timer]]:text-sm [&_svg]:size-4"
        />
      ) : (
        <TicketIcon aria-hidden className="size-4 shrink-0" />
      )}
      <span aria-hidden className={cx('text-muted', expiresAt !== null && 'max-sm:hidden')}>
        {held}
        {/* Below, the menu needs the space. */}
        <span className={cx(held !== '' && 'max-xl:hidden')}>
          {held !== '' && chosen !== '' && ' · '}
          {chosen}
        </span>
      </span>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-label={`Open basket, ${contents.join(', ')}`}
        onClick={onOpen}
        className="absolute -inset-px rounded-full"
      />
    </span>
  )
}
