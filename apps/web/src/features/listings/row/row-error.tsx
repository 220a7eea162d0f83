import type { HoldError } from '#web/features/holds/hold-error.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { AlertCircleIcon, CloseIcon } from '#web/ui/icons.ts'
import { useRowTabIndex } from './row-tab-index.ts'

interface RowErrorProps {
  error: HoldError
  onHold: (quantity: number) => void
  onClose: () => void
}

export function RowError({ error, onHold, onClose }: RowErrorProps) {
  const { nearest } = error
  const isSkipped = useRowTabIndex() === -1
  return (
    <div role="gridcell" className="col-span-full pt-1.5 pb-0.5">
      <div
        role="alert"
        className="flex items-center gap-2.5 rounded bg-danger-soft py-1 pr-1 pl-3 text-xs font-medium text-danger"
      >
        <AlertCircleIcon aria-hidden className="size-4 shrink-0" />
        <span className="min-w-0 flex-1 py-1.5">{error.text}</span>
        {nearest !== null && (
          <Button size="sm" excludeFromTabOrder={isSkipped} onPress={() => onHold(nearest)}>
            Hold {nearest}
          </Button>
        )}
        <Button
          tone="quiet"
          size="sm"
          aria-label="Dismiss"
          excludeFromTabOrder={isSkipped}
          onPress={onClose}
          className="!px-2"
        >
          <CloseIcon aria-hidden className="size-4" />
        </Button>
      </div>
    </div>
  )
}
