import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { inventoryDetailsRoutes } from '@terrace/contracts/inventory-details'
import { call } from '#web/lib/http/api-client.ts'

/** Sales and source of a listing; `state` changes with its stock. */
export function listingDetailsQuery(id: string, state: string) {
  return queryOptions({
    queryKey: [inventoryDetailsRoutes.details.name, id, state],
    queryFn: async ({ signal }) =>
      (await call(inventoryDetailsRoutes.details, { params: { listing_id: id }, signal })).data,
    placeholderData: keepPreviousData,
  })
}
