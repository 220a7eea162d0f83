import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildTestApp } from '#api/test/harness/build-test-app.ts'

const adapter = new URL('../../../../deploy/kubernetes/metrics-adapter.yaml', import.meta.url)

let app: Awaited<ReturnType<typeof buildTestApp>>
beforeAll(async () => {
  app = await buildTestApp()
})
afterAll(() => app.close())

test('every series by which Kubernetes scales our processes is one that /metrics has', async () => {
  const { body } = await app.app.inject({ url: '/metrics' })
  const known = new Set([...body.matchAll(/^# TYPE (\S+) /gm)].map(([, name]) => name))
  const asked = [...(await readFile(adapter, 'utf8')).matchAll(/seriesQuery: '(\w+)/g)].map(
    ([, name]) => name,
  )
  expect(asked.length).toBeGreaterThan(0)
  expect(asked.filter((name) => !known.has(name))).toEqual([])
})
