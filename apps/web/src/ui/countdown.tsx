import { useEffect, useRef, useState } from 'react'
import { cx } from './cx.ts'
import { TimerIcon } from './icons.ts'

export interface CountdownProps {
  /** When it ends, by the server's clock: ISO text or milliseconds. */
  expiresAt: string | number
  /** Server clock minus this one, in milliseconds. */
  offset?: number
  /** Called once when nothing is left. */
  onExpire?: () => void
  /** Said before the time by assistive technology, such as `Time left to check out`. */
  label: string
  /** Stands still, while something runs during which the time does not count. */
  isFrozen?: boolean
  /** Another one that shows the same time speaks up. */
  isQuiet?: boolean
  size?: 'md' | 'lg'
  className?: string
}

/** `27:41`, or `5:12:09` from an hour on. Never below zero; a part of a second does not show. */
export function clockText(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000))
  const two = (value: number) => String(value).padStart(2, '0')
  const hours = Math.floor(seconds / 3600)
  const rest = `${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`
  return hours > 0 ? `${hours}:${rest}` : rest
}

export type Urgency = 'calm' | 'soon' | 'last'

/** Amber under five minutes, rose under one (ui.md §2). */
export function urgencyOf(ms: number): Urgency {
  if (ms < 60_000) return 'last'
  return ms < 5 * 60_000 ? 'soon' : 'calm'
}

const colours: Record<Urgency, string> = { calm: 'text-ink', soon: 'text-signal', last: 'text-danger' }
const spoken: Record<Urgency, string> = {
  calm: '',
  soon: 'Less than five minutes left',
  last: 'Less than one minute left',
}

/** The time left, to the second, by the server's clock. Speaks up when five minutes and one minute are left, unless quiet. */
export function Countdown({
  expiresAt,
  offset = 0,
  onExpire,
  label,
  isFrozen = false,
  isQuiet = false,
  size = 'md',
  className,
}: CountdownProps) {
  const end = typeof expiresAt === 'number' ? expiresAt : Date.parse(expiresAt)
  const left = useTimeLeft(end - offset, isFrozen, onExpire)
  const urgency = urgencyOf(left)
  return (
    <span className={cx('inline-flex items-center gap-2.5 font-semibold', colours[urgency], className)}>
      <TimerIcon aria-hidden className={size === 'lg' ? 'size-6' : 'size-5'} />
      <span role="timer" aria-label={label} className={cx('tabular', size === 'lg' ? 'text-xl' : 'text-lg')}>
        {clockText(left)}
      </span>
      {!isQuiet && (
        <span role="status" className="sr-only">
          {spoken[urgency]}
        </span>
      )}
    </span>
  )
}

/** Milliseconds until `end` (this clock), renewed as each shown second ends. */
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
      const left = end - current
      if (left <= 0) expire.current?.()
      // Just past the moment at which the shown second changes, so that none is skipped or shown twice.
      else timer = setTimeout(tick, (left % 1000) + 5)
    }
    // A hidden tab's timers are slowed down: look at the clock as soon as it is seen again.
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
