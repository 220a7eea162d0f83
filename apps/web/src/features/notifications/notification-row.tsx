import { useNavigate } from '@tanstack/react-router'
import type { WireNotification } from '@terrace/contracts/notifications'
import { useRef, type MouseEvent } from 'react'
import { inViewerTimeZone } from '#web/lib/format/viewer-time.ts'
import { cx } from '#web/ui/cx.ts'
import { AlertCircleIcon, AlertTriangleIcon, CheckIcon, CheckCircleIcon } from '#web/ui/icons.ts'
import { relativeTime } from './relative-time.ts'

const styles = {
  0: { Icon: CheckCircleIcon, label: 'Success', colour: 'text-ok' },
  1: { Icon: AlertCircleIcon, label: 'Error', colour: 'text-danger' },
  2: { Icon: AlertTriangleIcon, label: 'Warning', colour: 'text-signal' },
} as const

interface NotificationRowProps {
  notification: WireNotification
  now: number
  onRead: () => void
  onClose: () => void
}

/** One notification. Opening its page marks it as read. */
export function NotificationRow({ notification, now, onRead, onClose }: NotificationRowProps) {
  const { severity, title, detail, link, at, read } = notification
  const { Icon, label, colour } = styles[severity]
  const navigate = useNavigate()
  const row = useRef<HTMLLIElement>(null)

  function follow(event: MouseEvent) {
    if (!read) onRead()
    // With a modifier key, the browser opens another tab.
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    onClose()
    if (link !== null) void navigate({ href: link })
  }

  function markRead() {
    onRead()
    // The pressed button is removed, so focus moves to the row.
    row.current?.focus()
  }

  return (
    <li
      ref={row}
      tabIndex={-1}
      className={cx(
        'relative flex gap-3 py-3 pr-3 pl-5 outline-none focus-visible:bg-ink/6',
        !read && 'bg-accent-soft/50',
        link !== null && 'hover:bg-ink/6',
      )}
    >
      <Icon role="img" aria-label={label} className={cx('mt-0.5 size-4 shrink-0', colour)} />
      <div className="min-w-0 flex-1">
        <p className={cx('text-sm [overflow-wrap:anywhere]', read ? 'font-medium' : 'font-semibold')}>
          {!read && <span className="sr-only">Unread: </span>}
          {link === null ? (
            title
          ) : (
            <a
              href={link}
              onClick={follow}
              className="block rounded-sm after:absolute after:inset-0 hover:underline focus-visible:outline-offset-2"
            >
              {title}
            </a>
          )}
        </p>
        {detail !== '' && (
          <p className="text-xs whitespace-pre-line text-muted [overflow-wrap:anywhere]">{detail}</p>
        )}
        <p className="tabular mt-0.5 text-xs text-muted">
          <time dateTime={at} title={inViewerTimeZone(at)}>
            {relativeTime(at, now)}
          </time>
        </p>
      </div>
      {!read && (
        <button
          type="button"
          aria-label={`Mark as read: ${title}`}
          title="Mark as read"
          onClick={markRead}
          className="relative z-10 inline-flex size-8 shrink-0 items-center justify-center rounded text-muted hover:bg-ink/6 hover:text-ink max-sm:size-10"
        >
          <CheckIcon aria-hidden className="size-4" />
        </button>
      )}
    </li>
  )
}
