import { defineRoute } from '@terrace/contracts/route'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { setEnv } from '#web/lib/env.ts'
import { call, traceCalls } from '#web/lib/http/api-client.ts'
import { testEnv, useTestEnv } from '#web/test/test-env.ts'
import { startTracing } from './start-tracing.ts'

const feed = defineRoute({
  name: 'test.feed',
  method: 'GET',
  path: '/feed',
  auth: 'buyer',
  response: z.object({}),
  errors: [],
})

const loaded = vi.hoisted(() => vi.fn<() => void>())
vi.mock('./tracer.ts', async (original) => {
  loaded()
  return await original()
})

const fetchMock = vi.fn<typeof fetch>()
beforeEach(() => {
  useTestEnv()
  fetchMock.mockReset().mockImplementation(async () => Response.json({}))
  vi.stubGlobal('fetch', fetchMock)
})
afterEach(() => {
  traceCalls(undefined)
  useTestEnv()
  vi.unstubAllGlobals()
})

async function callNamesTrace(): Promise<boolean> {
  fetchMock.mockClear()
  await call(feed)
  return new Headers(fetchMock.mock.calls[0]?.[1]?.headers).has('traceparent')
}

test('where the server records no traces, nothing is loaded, watched or sent', async () => {
  const watched = vi.spyOn(window, 'addEventListener')
  startTracing(() => '/')
  await new Promise((resolve) => {
    setTimeout(resolve, 50)
  })
  expect(await callNamesTrace()).toBe(false)
  dispatchEvent(new Event('pagehide'))
  expect([loaded.mock.calls, watched.mock.calls]).toEqual([[], []])
  expect(fetchMock).toHaveBeenCalledOnce()
})

test('where it does, calls name their traces as soon as the code has arrived', async () => {
  setEnv({ ...testEnv, traces: true })
  startTracing(() => '/')
  expect(await callNamesTrace()).toBe(false)
  await vi.waitFor(async () => expect(await callNamesTrace()).toBe(true))
})
