import { useId } from 'react'
import { Button } from '#web/ui/controls/button.tsx'
import { DownloadIcon } from '#web/ui/icons.ts'

interface ExportCsvButtonProps {
  isPending: boolean
  /** Nothing is listed. */
  isEmpty: boolean
  /** The list has not loaded. */
  isDisabled?: boolean
  onPress: () => void
}

/** Downloads a list; disabled with the reason while nothing is listed. */
export function ExportCsvButton({ isPending, isEmpty, isDisabled = false, onPress }: ExportCsvButtonProps) {
  const reasonId = useId()
  const reason = 'Nothing to export'
  return (
    <span title={isEmpty ? reason : undefined} className="inline-flex">
      <Button
        size="sm"
        className="@max-[52rem]:gap-0 @max-[52rem]:px-2.5"
        icon={<DownloadIcon aria-hidden className="size-4" />}
        isPending={isPending}
        pendingLabel="Exporting"
        isDisabled={isEmpty || isDisabled}
        {...(isEmpty && { 'aria-describedby': reasonId })}
        onPress={onPress}
      >
        <span className="@max-[52rem]:sr-only">Export CSV</span>
      </Button>
      {isEmpty && (
        <span id={reasonId} className="sr-only">
          {reason}
        </span>
      )}
    </span>
  )
}
