import { configure, getConfig } from '@testing-library/react'

/**
 * Describes the page in the error that a test fails with, not at every check of a wait whose condition is not met yet,
 * which takes longer than the check.
 */
export function printPageOnFailureOnly(): void {
  const { getElementError } = getConfig()
  configure({
    getElementError(message, container) {
      // Internal to the library: set while a wait checks its condition.
      const isWaiting = Reflect.get(getConfig(), '_disableExpensiveErrorDiagnostics') === true
      if (!isWaiting || message === null) return getElementError(message, container)
      return Object.assign(new Error(message), { name: 'TestingLibraryElementError' })
    },
  })
}
