import { useMutation, useQueryClient } from '@tanstack/react-query'
import { holdsRoutes, type WireHold } from '@terrace/contracts/holds'
import type { BodyInputOf } from '@terrace/contracts/route'
import { formatTickets } from '@terrace/domain/tickets/format-count'
import { useState } from 'react'
import { stopReusingHoldIdempotencyKeys } from '#web/features/holds/basket/selection.ts'
import { failureText } from '#web/features/holds/hold-error.ts'
import { releaseRetries } from '#web/features/holds/retry-window.ts'
import { useIdempotencyKeys } from '#web/lib/http/use-idempotency-keys.ts'
import { clockOffset } from '#web/lib/clock-offset.ts'
import { call } from '#web/lib/http/api-client.ts'
import { showUndo } from '#web/ui/overlay/show-undo.ts'
import { useUndoRelease } from './use-undo-release.ts'

type ReleaseItem = BodyInputOf<typeof holdsRoutes.scheduleRelease>[number]

/**
 * Schedules releases of holds for five seconds later; until then the undo bar cancels them. Keeps the error for the
 * component that shows it.
 */
export function useScheduleRelease() {
  const queryClient = useQueryClient()
  const refresh = () => queryClient.invalidateQueries({ queryKey: [holdsRoutes.list.name] })
  const undo = useUndoRelease()
  const { mutateAsync, isPending } = useMutation({
    mutationKey: [holdsRoutes.scheduleRelease.name],
    mutationFn: ({ items, idempotencyKey }: { items: ReleaseItem[]; idempotencyKey: string }) =>
      call(holdsRoutes.scheduleRelease, { body: items, idempotencyKey }),
    onSuccess() {
      // From now on, holding the same tickets is a new request, not a repetition.
      stopReusingHoldIdempotencyKeys()
      return refresh()
    },
    onError: () => void refresh(),
  })
  const withIdempotencyKey = useIdempotencyKeys(releaseRetries.canReuseKey)
  const [problem, setProblem] = useState<string | null>(null)

  /** Schedules the release of these parts of the holds, all or none; `undefined` when it failed. */
  async function scheduleRelease(
    parts: readonly { hold: WireHold; quantity: number }[],
  ): Promise<{ hasRemainingTickets: boolean } | undefined> {
    setProblem(null)
    const items = parts.map(({ hold, quantity }) => ({ hold_id: hold.hold_id, quantity }))
    // Once a release has made a hold smaller, releasing the same part again is a new request.
    const requestText = JSON.stringify(
      parts.map(({ hold, quantity }) => [hold.hold_id, hold.quantity, quantity]),
    )
    try {
      const { data } = await withIdempotencyKey(requestText, (idempotencyKey) =>
        mutateAsync({ items, idempotencyKey }),
      )
      const tickets = items.reduce((sum, { quantity }) => sum + quantity, 0)
      const until = Math.max(...data.map(({ release_at }) => Date.parse(release_at))) - clockOffset()
      const cooldownMinutes = Math.max(0, ...parts.map(({ hold }) => hold.next_hold_waits_minutes ?? 0))
      const next = cooldownMinutes > 0 ? `. You can hold them again after ${cooldownMinutes} minutes` : ''
      showUndo(`Releasing ${formatTickets(tickets)}${next}`, () => undo(parts.map(({ hold }) => hold)), until)
      return { hasRemainingTickets: data.some(({ remaining }) => remaining > 0) }
    } catch (error) {
      console.error('Failed to release tickets:', error)
      setProblem(failureText(error, 'Try again. Nothing will be released twice.'))
      return undefined
    }
  }

  return { scheduleRelease, isPending, problem }
}
