import { useQueryClient } from '@tanstack/react-query'
import { holdsRoutes, type WireHold } from '@terrace/contracts/holds'
import { formatTickets } from '@terrace/domain/tickets/format-count'
import { releaseRetries } from '#web/features/holds/retry-window.ts'
import { clockOffset } from '#web/lib/clock-offset.ts'
import { call } from '#web/lib/http/api-client.ts'
import { errorText } from '#web/lib/http/api-error.ts'
import { showToast, toastSeverity } from '#web/ui/overlay/toast-queue.ts'

type ReleasingHold = Pick<WireHold, 'hold_id' | 'quantity' | 'expires_at'>

/** Cancels scheduled releases of any member of the team. A toast says how many tickets are no longer held, and why. */
export function useUndoRelease(): (holds: readonly ReleasingHold[]) => void {
  const queryClient = useQueryClient()

  async function undo(holds: readonly ReleasingHold[]): Promise<void> {
    if (holds.length === 0) return
    try {
      const { data } = await call(holdsRoutes.undoRelease, {
        body: holds.map(({ hold_id }) => ({ hold_id })),
      })
      releaseRetries.forgetKeys()
      const now = Date.now() + clockOffset()
      let [released, expired] = [0, 0]
      for (const [index, { quantity, expires_at }] of holds.entries()) {
        const held = data[index]?.held ?? 0
        if (held === 0 && Date.parse(expires_at) <= now) expired += quantity
        else released += Math.max(0, quantity - held)
      }
      if (expired > 0) showToast(`The hold on ${formatTickets(expired)} has expired`, toastSeverity.warning)
      if (released > 0)
        showToast(`${formatTickets(released)} had already been released`, toastSeverity.warning)
    } catch (error) {
      showToast(errorText(error), toastSeverity.error)
    }
    await queryClient.invalidateQueries({ queryKey: [holdsRoutes.list.name] })
  }

  return (holds) => void undo(holds)
}
