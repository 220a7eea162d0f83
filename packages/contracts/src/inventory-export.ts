import { z } from 'zod/mini'
import { inventoryFilterFields } from './inventory.ts'
import { after, csvPart } from './inventory-imports.ts'
import { defineRoute } from './route.ts'

/** The filter of the inventory without what depends on other sellers' prices. */
const { market: _, ...exportFilterFields } = inventoryFilterFields

export const inventoryExportRoutes = {
  /**
   * The team's unsold listings on sale that match the filter, in a dialect whose profile reads them back without a change.
   * Filters by market are not supported. Without `money`, the file has no column for costs; dialects that need one are refused.
   */
  export: defineRoute({
    name: 'inventory-imports.export',
    method: 'GET',
    path: '/{product}/inventory/export',
    auth: 'seller',
    permission: 'view',
    query: z.strictObject({
      ...exportFilterFields,
      after,
      dialect: z._default(z.string().check(z.maxLength(60)), 'own-export'),
      /** Of dialects without a column for it; without it, the team's own. */
      currency: z.optional(z.string().check(z.regex(/^[A-Z]{3}$/, 'must be a currency code such as GBP'))),
    }),
    response: csvPart,
    errors: [],
    perMinute: 30,
  }),
}
