import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { inventoryProfilesRoutes, type InventorySettings } from '@terrace/contracts/inventory-profiles'
import { useDebouncedValue } from '#web/lib/hooks/use-debounced-value.ts'
import { call } from '#web/lib/http/api-client.ts'
import type { InspectedFile } from '#web/features/inventory-imports/upload/inspect-file.ts'

const debounceMs = 250

/** What the settings make of the first rows of a file, as the server will read them. */
export function useExamples(
  settings: InventorySettings,
  { header, rows }: Pick<InspectedFile, 'header' | 'rows'>,
) {
  const debounced = useDebouncedValue(settings, debounceMs)
  return useQuery({
    queryKey: [inventoryProfilesRoutes.examples.name, debounced, header, rows],
    queryFn: async ({ signal }) => {
      const body = { settings: debounced, header, rows }
      return (await call(inventoryProfilesRoutes.examples, { body, signal })).data
    },
    placeholderData: keepPreviousData,
  })
}

export type Examples = NonNullable<ReturnType<typeof useExamples>['data']>
