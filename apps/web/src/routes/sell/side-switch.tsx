import { useQueryClient } from '@tanstack/react-query'
import { accessChanged } from '@terrace/contracts/realtime'
import { useEffect, useState } from 'react'
import { useTeamUpdates } from '#web/features/workspace/use-team-updates.ts'
import { refreshAccess } from '#web/lib/http/refresh-access.ts'
import { rememberSide } from '#web/lib/http/last-side.ts'
import { sides } from '#web/lib/http/sides.ts'

/**
 * The switch of teams that do both. The other side is another page: nothing of it is loaded here. When permissions change,
 * the desk asks for everything again.
 */
export default function SideSwitch() {
  const queryClient = useQueryClient()
  const [, setChanges] = useState(0)
  useEffect(() => rememberSide('sell'), [])
  /** A failed request leaves the desk as it is; the server refuses what is no longer permitted. */
  async function showNewAccess(): Promise<void> {
    try {
      await refreshAccess()
    } catch {
      return
    }
    setChanges((count) => count + 1)
    await queryClient.invalidateQueries()
  }
  useTeamUpdates(queryClient, (event, data) => {
    if (event !== accessChanged || data !== undefined) return
    void showNewAccess()
  })
  if (!sides().canBuy) return null
  return (
    <nav aria-label="Buy or sell" className="flex shrink-0 rounded border border-line p-0.5 text-sm">
      <a
        href="/"
        onClick={() => rememberSide('buy')}
        className="inline-flex touch-target items-center rounded-sm px-2.5 py-1 text-muted no-underline hover:text-ink max-sm:px-2"
      >
        Buy
      </a>
      <span
        aria-current="page"
        className="inline-flex items-center rounded-sm bg-accent-soft px-2.5 py-1 font-medium text-accent max-sm:px-2"
      >
        Sell
      </span>
    </nav>
  )
}
