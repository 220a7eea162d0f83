import { randomBytes, randomInt } from 'node:crypto'
import { join } from 'node:path'
import { z } from 'zod'
import { readOrCreateSecrets } from '#api/shared/crypto/secrets-file.ts'
import type { PusherApp } from '@terrace/pusher-server/pusher-app'

const schema = z.object({ app_id: z.string().min(1), key: z.string().min(1), secret: z.string().min(1) })

/** The app id, key and secret of this installation, created on the first start. */
export function readRealtimeApp(dataFolder: string): PusherApp {
  const app = readOrCreateSecrets(join(dataFolder, 'realtime.json'), {
    schema,
    make: () => ({
      app_id: String(randomInt(100_000, 10_000_000)),
      key: randomBytes(10).toString('hex'),
      secret: randomBytes(32).toString('hex'),
    }),
  })
  return { appId: app.app_id, key: app.key, secret: app.secret }
}
