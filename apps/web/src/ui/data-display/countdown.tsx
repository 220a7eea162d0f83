import { useEffect, useRef, useState } from 'react'
import { cx } from '#web/ui/cx.ts'
import { TimerIcon } from '#web/ui/icons.ts'

export interface CountdownProps {
  /** End by the server's clock, as ISO text or milliseconds. */
  expiresAt: string | number
  /** Server clock minus client clock, in milliseconds. */
  offset?: number
  /** Called once at zero. */
  onExpire?: () => void
  /** Accessible name, such as `Time left to check out`. */
  label: string
  /** Pauses the display, for example during a payment. */
  isFrozen?: boolean
  /** The last minutes, which are rose. */
  lastMinutes?: 1 | 2
  /** Suppresses announcements, when another countdown shows the same time. */
  isSilent?: boolean
  size?: 'md' | 'lg'
  className?: string
}

/** `27:41`, or `5:12:09` from one hour. Never below zero; fractions of a second are cut off. */
export function clockText(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000))
  const twoDigits = (value: number) => String(value).padStart(2, '0')
  const hours = Math.floor(seconds / 3600)
  const minutesAndSeconds = `${twoDigits(Math.floor(seconds / 60) % 60)}:${twoDigits(seconds % 60)}`
  return hours > 0 ? `${hours}:${minutesAndSeconds}` : minutesAndSeconds
}

export type Urgency = 'calm' | 'soon' | 'last'

/** Amber under five minutes, rose under the last ones. */
export function urgencyOf(ms: number, lastMinutes: 1 | 2 = 1): Urgency {
  if (ms < lastMinutes * 60_000) return 'last'
  return ms < 5 * 60_000 ? 'soon' : 'calm'
}

const colours: Record<Urgency, string> = { calm: 'text-ink', soon: 'text-signal', last: 'text-danger' }

function announcement(urgency: Urgency, lastMinutes: 1 | 2): string {
  if (urgency === 'calm') return ''
  if (urgency === 'soon') return 'Less than five minutes left'
  return lastMinutes === 1 ? 'Less than one minute left' : 'Less than two minutes left'
}

/** Time left in seconds by the server's clock. Announces five minutes and the last ones unless `isSilent`. */
export function Countdown({
  expiresAt,
  offset = 0,
  onExpire,
  label,
  isFrozen = false,
  lastMinutes = 1,
  isSilent = false,
  size = 'md',
  className,
}: CountdownProps) {
  const end = typeof expiresAt === 'number' ? expiresAt : Date.parse(expiresAt)
  const timeLeftMs = useTimeLeft(end - offset, isFrozen, onExpire)
  const urgency = urgencyOf(timeLeftMs, lastMinutes)
  return (
    <span
      data-urgency={urgency}
      className={cx('inline-flex items-center gap-2.5 font-semibold', colours[urgency], className)}
    >
      <TimerIcon aria-hidden className={size === 'lg' ? 'size-6' : 'size-5'} />
      <span role="timer" aria-label={label} className={cx('tabular', size === 'lg' ? 'text-xl' : 'text-lg')}>
        {clockText(timeLeftMs)}
      </span>
      {!isSilent && (
        <span role="status" className="sr-only">
          {announcement(urgency, lastMinutes)}
        </span>
      )}
    </span>
  )
}

/** Milliseconds until `end` (client clock), updated every second. */
function useTimeLeft(end: number, isFrozen: boolean, onExpire: (() => void) | undefined): number {
  const [now, setNow] = useState(() => Date.now())
  const expire = useRef(onExpire)
  useEffect(() => {
    expire.current = onExpire
  })
  useEffect(() => {
    if (isFrozen) return undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    function tick() {
      const current = Date.now()
      setNow(current)
      const timeLeftMs = end - current
      if (timeLeftMs <= 0) expire.current?.()
      // Just after the displayed second changes, so none is skipped or shown twice.
      else timer = setTimeout(tick, (timeLeftMs % 1000) + 5)
    }
    // Browsers throttle timers in hidden tabs; update when the tab becomes visible.
    function onVisible() {
      if (document.visibilityState !== 'visible') return
      clearTimeout(timer)
      tick()
    }
    tick()
    document.addEventListener('visibilitychange', onVisible)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', onVisible)
    }
  }, [end, isFrozen])
  return Math.max(0, end - now)
}
