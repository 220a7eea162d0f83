import { useQuery } from '@tanstack/react-query'
import { formatTickets } from '@terrace/domain/tickets/format-count'
import { clockOffset } from '#web/lib/clock-offset.ts'
import type { JumpTarget } from '#web/lib/commands/jump-target.ts'
import { clientText, seatsText } from './list/hold-columns.tsx'
import { holdsQuery } from './queries.ts'

/** Everything the team holds. */
export function useHoldTargets(): JumpTarget[] {
  const { data, dataUpdatedAt } = useQuery(holdsQuery())
  return (data?.data ?? []).map((hold) => ({
    kind: 'hold',
    id: hold.hold_id,
    title: hold.event.title,
    detail: ['Held', seatsText(hold), clientText(hold)].filter(Boolean).join(' · '),
    aside:
      hold.state === 'active'
        ? minutesText(Date.parse(hold.expires_at) - dataUpdatedAt - clockOffset())
        : 'Being paid for',
    count: formatTickets(hold.quantity),
    href: `/profile?tab=holds&hold=${encodeURIComponent(hold.hold_id)}`,
  }))
}

function minutesText(ms: number): string {
  const minutes = Math.ceil(ms / 60_000)
  return minutes <= 1 ? '1 minute left' : `${minutes} minutes left`
}
