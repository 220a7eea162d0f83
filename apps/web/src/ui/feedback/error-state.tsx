import type { ReactNode } from 'react'
import { Button } from '#web/ui/controls/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { AlertCircleIcon, WifiOffIcon } from '#web/ui/icons.ts'

interface ErrorStateProps {
  /** What failed, such as "Couldn’t load your purchases". */
  title: string
  message?: ReactNode
  onRetry?: () => void
  isRetrying?: boolean
  /** The network is down rather than the server failing. */
  isOffline?: boolean
  className?: string
}

/** Replaces the content with the error and a "Try again" button. */
export function ErrorState({
  title,
  message,
  onRetry,
  isRetrying = false,
  isOffline = false,
  className,
}: ErrorStateProps) {
  const Icon = isOffline ? WifiOffIcon : AlertCircleIcon
  return (
    <div role="alert" className={cx('flex flex-col items-center px-6 py-12 text-center', className)}>
      <Icon aria-hidden className="size-8 text-danger" strokeWidth={1.75} />
      <p className="mt-4 text-lg font-semibold">{title}</p>
      {message !== undefined && <p className="mt-1 max-w-prose text-sm text-balance text-muted">{message}</p>}
      {onRetry && (
        <Button className="mt-5" onPress={onRetry} isPending={isRetrying} pendingLabel="Trying again">
          Try again
        </Button>
      )}
    </div>
  )
}
