import type { WireEvent } from '@terrace/contracts/catalogue'
import { createContext } from 'react'

/** The event whose listings the rows are; a selected row takes it along into the basket. */
export const RowEvent = createContext<WireEvent | null>(null)
