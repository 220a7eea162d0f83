import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { inventoryRoutes } from '@terrace/contracts/inventory'
import type { WireInventoryRow } from '@terrace/contracts/inventory-row'
import { inventoryChanged, inventoryChannel, inventoryUpdate } from '@terrace/contracts/inventory-updates'
import { useEffect, useRef, useState } from 'react'
import { call } from '#web/lib/http/api-client.ts'
import { listen } from '#web/lib/http/realtime-client.ts'
import { readUser } from '#web/lib/http/session.ts'
import { coalesce } from '#web/lib/coalesce.ts'
import { onInventoryUpdate, publishInventoryUpdate } from './inventory-events.ts'
import { knownRow, pagesKey, storeRows, summaryKey } from './queries.ts'

const pauseMs = 500
const totalsMs = 2000
const markMs = 2000
/** Ids of one request. */
const maxIds = 100

/**
 * Keeps shown listings up to date: a hold, a sale or another member's edit changes its row in place. Returns the ids of
 * those that have just changed.
 */
export function useInventoryUpdates(): ReadonlySet<string> {
  const client = useQueryClient()
  const [marked, setMarked] = useState<ReadonlySet<string>>(new Set())
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => {
    let timerOfTotals: ReturnType<typeof setTimeout> | undefined
    // Many updates in a row reload the totals once.
    const refreshTotals = () => {
      timerOfTotals ??= setTimeout(() => {
        timerOfTotals = undefined
        void client.invalidateQueries({ queryKey: summaryKey })
      }, totalsMs)
    }
    const updates = coalesce<string, null>(async (entries) => {
      const changed = await reloadRows(client, [...entries.keys()])
      if (changed.length === 0) return
      setMarked(new Set(changed))
      clearTimeout(timer.current)
      timer.current = setTimeout(() => setMarked(new Set()), markMs)
    }, pauseMs)
    const stop = onInventoryUpdate((ids) => {
      if (ids === null) void client.invalidateQueries({ queryKey: pagesKey })
      else updates.add(ids.map((id) => [id, null]))
      refreshTotals()
    })
    const stopTeam = listenToTeam()
    return () => {
      stop()
      stopTeam()
      updates.stop()
      clearTimeout(timer.current)
      clearTimeout(timerOfTotals)
    }
  }, [client])
  return marked
}

/** Costs, tags and notes, and listings that are not on sale, are announced to the team alone. */
function listenToTeam(): () => void {
  const teamId = teamOfUser()
  if (teamId === undefined) return () => undefined
  return listen(inventoryChannel(teamId), {
    onEvent(event, data) {
      const update = event === inventoryChanged ? inventoryUpdate.safeParse(data) : undefined
      if (update?.success === true) publishInventoryUpdate(update.data.listing_ids)
    },
  })
}

function teamOfUser(): string | undefined {
  const team = readUser()?.['team_data']
  const id: unknown = typeof team === 'object' && team !== null ? Reflect.get(team, 'id') : undefined
  return typeof id === 'string' ? id : undefined
}

/** Reloads the listings that are shown somewhere; returns those that look different. */
async function reloadRows(client: QueryClient, ids: readonly string[]): Promise<string[]> {
  const shown = ids.filter((id) => knownRow(client, id) !== undefined)
  const changed: string[] = []
  try {
    for (let start = 0; start < shown.length; start += maxIds) {
      const query = {
        'listing_id[]': shown.slice(start, start + maxIds),
        events: 'all' as const,
        per_page: maxIds,
      }
      const { data } = await call(inventoryRoutes.list, { query })
      changed.push(...data.filter((row) => isDifferent(knownRow(client, row.id), row)).map(({ id }) => id))
      storeRows(client, data)
    }
  } catch {
    // The next update or a reload of the page shows them.
    void client.invalidateQueries({ queryKey: pagesKey })
  }
  return changed
}

function isDifferent(known: WireInventoryRow | undefined, row: WireInventoryRow): boolean {
  if (!known) return false
  const facts = ({ version, held, sold, offered, published }: WireInventoryRow) =>
    [version, held, sold, offered, published].join()
  return facts(known) !== facts(row)
}
