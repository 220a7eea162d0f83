import type { Config } from '#api/config/config.ts'
import type { Db } from '#api/db/client.ts'
import type { Clock } from '#api/shared/clock.ts'
import type { Ids } from '#api/shared/ids.ts'

export interface CalendarDeps {
  db: Db
  /** May be some seconds behind. */
  reads: Db
  clock: Clock
  ids: Ids
  config: Pick<Config, 'tradeOrigins' | 'brand'>
}
