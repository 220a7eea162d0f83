import type { BrowserConfig } from '@terrace/contracts/config'
import type { FastifyInstance } from 'fastify'
import type { SearchRecord } from './engine/record-values.ts'
import type { IndexSettings } from './engine/settings.ts'

/** Where records are put so that the browser's search client finds them. */
export interface SearchPort {
  /** What the browser must know to search. */
  browser: BrowserConfig['search']
  /** Opens what the adapter serves itself on the server, keeps the index current, and ends with the server. */
  attach(app: FastifyInstance): void
  /** Resolves when every change of the catalogue that this process has heard of is in the index. */
  settled(): Promise<void>
}

/** Some records of one index that have changed. */
export interface IndexChange {
  index: string
  put: readonly SearchRecord[]
  remove: readonly string[]
}

/** How one index is searched. */
export interface IndexDefinition {
  index: string
  settings: IndexSettings
}
