import { clockOffset } from '#web/lib/clock-offset.ts'
import { Countdown } from '#web/ui/data-display/countdown.tsx'

/** Time left until the quote expires, by the server's clock. */
export function ResponseCountdown({ expiresAt, onExpire }: { expiresAt: string; onExpire?: () => void }) {
  return (
    <p className="flex flex-wrap items-center gap-x-2 text-sm text-muted">
      Expires in
      <Countdown
        // A new expiry time needs a new countdown, because an ended one does not restart.
        key={expiresAt}
        expiresAt={expiresAt}
        offset={clockOffset()}
        // Only one countdown announces the time to screen readers.
        {...(onExpire ? { onExpire } : { isSilent: true })}
        label="Time left to respond"
      />
    </p>
  )
}
