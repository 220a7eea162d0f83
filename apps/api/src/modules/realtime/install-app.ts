import { randomBytes, randomInt } from 'node:crypto'
import { join } from 'node:path'
import { z } from 'zod'
import { readInstalled } from '../../shared/installed-file.ts'
import type { RealtimeApp } from './realtime.port.ts'

const schema = z.object({ app_id: z.string().min(1), key: z.string().min(1), secret: z.string().min(1) })

/** The id, key and secret of this installation. */
export function installedApp(dataFolder: string): RealtimeApp {
  const app = readInstalled(join(dataFolder, 'realtime.json'), {
    schema,
    make: () => ({
      app_id: String(randomInt(100_000, 10_000_000)),
      key: randomBytes(10).toString('hex'),
      secret: randomBytes(32).toString('hex'),
    }),
  })
  return { appId: app.app_id, key: app.key, secret: app.secret }
}
