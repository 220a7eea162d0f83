import type { SandboxFaults } from './faults.ts'
import type { Store } from './store/store.ts'

/** What the routes need. */
export interface ServerParts {
  store: Store
  faults: SandboxFaults
  /** Of the shop's calls. */
  secretKey: string
  /** The shop's name on the bank's page. */
  merchant: string
}
