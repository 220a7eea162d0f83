import { useEffect, useState, useSyncExternalStore } from 'react'
import { cx } from '#web/ui/cx.ts'
import { toastPlaceClass } from './toast-place.ts'
import { toastDuration, toastQueue, type ToastContent } from './toast-queue.ts'

const styles = {
  0: { word: 'Success', bar: 'border-l-ok' },
  1: { word: 'Error', bar: 'border-l-danger' },
  2: { word: 'Warning', bar: 'border-l-signal-mark' },
} as const

/** Fallback with the same place, look and duration while the code of toasts cannot load, such as offline. */
export function PlainToasts() {
  const toasts = useSyncExternalStore(
    (notify) => toastQueue.subscribe(notify),
    () => toastQueue.visibleToasts,
  )
  return (
    <div className={toastPlaceClass}>
      {toasts.map(({ key, content }) => (
        <PlainToast key={key} toastKey={key} content={content} />
      ))}
    </div>
  )
}

function PlainToast({ toastKey, content }: { toastKey: string; content: ToastContent }) {
  const [isHovered, setHovered] = useState(false)
  const { word, bar } = styles[content.severity]
  useEffect(() => {
    if (isHovered) return undefined
    const timer = setTimeout(() => toastQueue.close(toastKey), toastDuration)
    return () => clearTimeout(timer)
  }, [isHovered, toastKey])
  return (
    <p
      role="alert"
      onPointerEnter={() => setHovered(true)}
      onPointerLeave={() => setHovered(false)}
      style={{ width: '24.125rem', maxWidth: '100%' }}
      className={cx(
        'pointer-events-auto animate-rise rounded border border-l-6 border-line bg-raised px-4 py-3.5 text-sm font-medium whitespace-pre-line text-ink shadow max-sm:!w-full',
        bar,
      )}
    >
      <span className="sr-only">{word}: </span>
      {content.message}
    </p>
  )
}
