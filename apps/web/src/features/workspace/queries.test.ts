import { workspaceRoutes } from '@terrace/contracts/workspace'
import { expect, test } from 'vitest'
import { setEnv } from '#web/lib/env.ts'
import { createQueryClient } from '#web/lib/http/query-client.ts'
import { mockRoute } from '#web/test/mock-api.ts'
import { testEnv } from '#web/test/test-env.ts'
import { wireCurrentUser } from '#web/test/user-factory.ts'
import { userInfoQuery } from './queries.ts'

test('[SESSION-11] the data key user-info holds the current user', async () => {
  setEnv(testEnv)
  mockRoute(workspaceRoutes.info, () => ({ data: wireCurrentUser({ firstname: 'Ada' }) }))
  const client = createQueryClient()
  await client.fetchQuery(userInfoQuery())
  expect(client.getQueryData(['user-info'])).toMatchObject({ id: 'acc_1', firstname: 'Ada' })
})
