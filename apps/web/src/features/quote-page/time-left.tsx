import { clockOffset } from '#web/lib/clock-offset.ts'
import { Countdown } from '#web/ui/countdown.tsx'

/** For how long the quote stands, by the server's clock. */
export function TimeLeft({ expiresAt, onExpire }: { expiresAt: string; onExpire?: () => void }) {
  return (
    <p className="flex flex-wrap items-center gap-x-2 text-sm text-muted">
      Open for
      <Countdown
        // Another time is another countdown: the one of before has ended once and for all.
        key={expiresAt}
        expiresAt={expiresAt}
        offset={clockOffset()}
        // The one that ends the quote also speaks up.
        {...(onExpire ? { onExpire } : { isQuiet: true })}
        label="Time left to answer"
      />
    </p>
  )
}
