import type { BrowserConfig } from '@terrace/contracts/config'
import type { FastifyInstance } from 'fastify'
import type { SearchRecord } from '@terrace/search-engine/engine/records/record-values'
import type { IndexSettings } from '@terrace/search-engine/engine/settings'

/** The search index of the catalogue, embedded or hosted. */
export interface SearchPort {
  /** What the browser needs to search. */
  browser: BrowserConfig['search']
  /** Mounts what the adapter serves and keeps the index current until the server closes. */
  attach(app: FastifyInstance): void
  /** Resolves when every catalogue change that this process knows of is indexed. */
  whenIdle(): Promise<void>
  /** Whether searches run without waiting; starts what they would wait for. */
  isReady(): boolean
  /** Age of the oldest change that searches do not find yet; 0 if there is none. */
  secondsBehind(): number
}

export interface IndexChange {
  index: string
  put: readonly SearchRecord[]
  remove: readonly string[]
}

/** The settings of one index. */
export interface IndexDefinition {
  index: string
  settings: IndexSettings
}
