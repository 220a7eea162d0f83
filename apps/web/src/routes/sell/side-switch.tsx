import { useQueryClient } from '@tanstack/react-query'
import { accessChanged } from '@terrace/contracts/realtime'
import { useEffect, useState } from 'react'
import { SideLinks } from '#web/features/workspace/side-links.tsx'
import { useTeamUpdates } from '#web/features/workspace/use-team-updates.ts'
import { refreshAccess } from '#web/lib/http/refresh-access.ts'
import { saveStartPage } from '#web/lib/http/start-page.ts'
import { sides } from '#web/lib/http/sides.ts'

/** The switch of teams that do both. When permissions change, the desk asks for everything again. */
export default function SideSwitch() {
  const queryClient = useQueryClient()
  const [, setChanges] = useState(0)
  useEffect(() => saveStartPage('sell'), [])
  /** A failed request leaves the desk as it is; the server refuses what is no longer permitted. */
  async function showNewAccess(): Promise<void> {
    try {
      if (!(await refreshAccess())) return
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
  return <SideLinks current="sell" />
}
