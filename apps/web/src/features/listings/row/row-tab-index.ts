import { createContext, use } from 'react'

/**
 * Tab index of a row's controls: only the current row's are tab stops, so that Tab leaves the table after them.
 */
export const RowTabIndexContext = createContext<0 | -1>(0)

export function useRowTabIndex(): 0 | -1 {
  return use(RowTabIndexContext)
}
