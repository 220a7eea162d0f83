import type { QueryClient } from '@tanstack/react-query'
import { seatsOfNumbers, seatsText } from '@terrace/domain/tickets/seats'
import { inventoryDetailsRoutes } from '@terrace/contracts/inventory-details'
import { call } from '#web/lib/http/api-client.ts'

/** What a seller reads when another one offers the same seats. */
export function sharedSeatsText(seats: readonly number[]): string {
  const [noun, pronoun] = seats.length === 1 ? ['seat', 'it'] : ['seats', 'them']
  const names = seatsText(seatsOfNumbers(seats)) ?? ''
  return `Another seller already offers ${noun} ${names} of this row. Check that ${pronoun === 'it' ? 'it is' : 'they are'} yours before a buyer pays for ${pronoun} twice.`
}

/** The warning for a listing that has just been put on sale; `null` when there is none, or it cannot be read. */
export async function readSharedSeatsWarning(client: QueryClient, id: string): Promise<string | null> {
  try {
    const { data } = await call(inventoryDetailsRoutes.details, { params: { listing_id: id } })
    // The panel of the listing shows the same.
    void client.invalidateQueries({ queryKey: [inventoryDetailsRoutes.details.name, id] })
    return data.shared_seats.length === 0 ? null : sharedSeatsText(data.shared_seats)
  } catch {
    return null
  }
}
