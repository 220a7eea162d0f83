import type { WireEvent } from '@terrace/contracts/catalogue'
import { createContext } from 'react'

/** The event of the listed rows; selected rows carry it into the basket. */
export const RowEventContext = createContext<WireEvent | null>(null)
