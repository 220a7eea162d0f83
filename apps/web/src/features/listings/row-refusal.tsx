import type { HoldRefusal } from '#web/features/holds/hold-refusal.ts'
import { Button } from '#web/ui/button.tsx'
import { AlertCircleIcon, CloseIcon } from '#web/ui/icons.ts'

interface RowRefusalProps {
  refusal: HoldRefusal
  onTake: (quantity: number) => void
  onClose: () => void
}

/** Why the row could not be held, in the row, with the next best quantity to press. */
export function RowRefusal({ refusal, onTake, onClose }: RowRefusalProps) {
  const { nearest } = refusal
  return (
    <div role="gridcell" className="col-span-full pt-1.5 pb-0.5">
      <div
        role="alert"
        className="flex items-center gap-2.5 rounded bg-danger-soft py-1 pr-1 pl-3 text-xs font-medium text-danger"
      >
        <AlertCircleIcon aria-hidden className="size-4 shrink-0" />
        <span className="min-w-0 flex-1 py-1.5">{refusal.text}</span>
        {nearest !== null && (
          <Button size="sm" onPress={() => onTake(nearest)}>
            Hold {nearest}
          </Button>
        )}
        <Button tone="quiet" size="sm" aria-label="Dismiss" onPress={onClose} className="!px-2">
          <CloseIcon aria-hidden className="size-4" />
        </Button>
      </div>
    </div>
  )
}
