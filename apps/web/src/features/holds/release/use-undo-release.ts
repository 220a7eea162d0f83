import { useQueryClient } from '@tanstack/react-query'
import { holdsRoutes, type WireHold } from '@terrace/contracts/holds'
import { formatTickets } from '@terrace/domain/tickets/format-count'
import { call } from '#web/lib/http/api-client.ts'
import { errorText } from '#web/lib/http/api-error.ts'
import { showToast, toastSeverity } from '#web/ui/overlay/toast-queue.ts'

/** Cancels scheduled releases of any member of the team. A toast says how many tickets were already released. */
export function useUndoRelease(): (holds: readonly Pick<WireHold, 'hold_id' | 'quantity'>[]) => void {
  const queryClient = useQueryClient()

  async function undo(holds: readonly Pick<WireHold, 'hold_id' | 'quantity'>[]): Promise<void> {
    if (holds.length === 0) return
    try {
      const { data } = await call(holdsRoutes.undoRelease, {
        body: holds.map(({ hold_id }) => ({ hold_id })),
      })
      const released = holds.reduce(
        (sum, { quantity }, index) => sum + Math.max(0, quantity - (data[index]?.held ?? 0)),
        0,
      )
      if (released > 0)
        showToast(`${formatTickets(released)} had already been released`, toastSeverity.warning)
    } catch (error) {
      showToast(errorText(error), toastSeverity.error)
    }
    await queryClient.invalidateQueries({ queryKey: [holdsRoutes.list.name] })
  }

  return (holds) => void undo(holds)
}
