import { z } from 'zod/mini'

/** Only members of the selling team who may view its inventory subscribe. */
export const inventoryChannelPrefix = 'private-inventory-'
export const inventoryChannel = (teamId: string): string => `${inventoryChannelPrefix}${teamId}`

/** Private values of listings changed, or listings that are not on sale; with {@link inventoryUpdate} as data. */
export const inventoryChanged = 'inventory-changed'

/** Which listings to load again, never their values; `null` when there are too many to name. */
export const inventoryUpdate = z.object({ listing_ids: z.nullable(z.array(z.string())) })
export type InventoryUpdate = z.output<typeof inventoryUpdate>
