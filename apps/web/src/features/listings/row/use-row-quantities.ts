import type { WireListing } from '@terrace/contracts/listings'
import { useCallback, useState } from 'react'
import { preferredQuantity } from './listing-details.ts'

/**
 * The quantity of each row: what the user chose, otherwise the one nearest to the filter's. While a new filter loads
 * (`isStale`), the rows of the previous one keep their quantities.
 */
export function useRowQuantities({ minQuantity, isStale }: { minQuantity: number; isStale: boolean }) {
  const [offeredQuantity, setOfferedQuantity] = useState(minQuantity)
  if (!isStale && offeredQuantity !== minQuantity) setOfferedQuantity(minQuantity)
  const [chosenQuantities, setChosenQuantities] = useState<ReadonlyMap<string, number>>(new Map())
  const choose = useCallback(
    (id: string, quantity: number) => setChosenQuantities((previous) => new Map(previous).set(id, quantity)),
    [],
  )
  const quantityOf = ({ id, splits }: WireListing) => {
    const chosen = chosenQuantities.get(id)
    return chosen !== undefined && splits.includes(chosen)
      ? chosen
      : preferredQuantity(splits, offeredQuantity)
  }
  return { choose, quantityOf }
}
