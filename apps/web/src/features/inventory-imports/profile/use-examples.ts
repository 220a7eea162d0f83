import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { inventoryProfilesRoutes, type InventorySettings } from '@terrace/contracts/inventory-profiles'
import { useEffect, useState } from 'react'
import { call } from '#web/lib/http/api-client.ts'
import type { InspectedFile } from '#web/features/inventory-imports/upload/inspect-file.ts'

const pauseMs = 250

/** What the settings make of the first rows of a file, as the server will read them. */
export function useExamples(
  settings: InventorySettings,
  { header, rows }: Pick<InspectedFile, 'header' | 'rows'>,
) {
  const [settled, setSettled] = useState(settings)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(settings), pauseMs)
    return () => clearTimeout(timer)
  }, [settings])
  return useQuery({
    queryKey: [inventoryProfilesRoutes.examples.name, settled, header, rows],
    queryFn: async ({ signal }) => {
      const body = { settings: settled, header, rows }
      return (await call(inventoryProfilesRoutes.examples, { body, signal })).data
    },
    placeholderData: keepPreviousData,
  })
}

export type Examples = NonNullable<ReturnType<typeof useExamples>['data']>
